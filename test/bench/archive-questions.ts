/** What the archive of a federation's year (federation-year.ts) is asked, and how long each answer takes. */
import type { ApiClient } from '../../functions/http/api-client.ts'

/** How often each question is asked, of others each time. */
const ASKED = 30

const QUESTIONS = {
  'a player by id': (k: number) => `fideId=${14_000_001 + 4 * k}`,
  'a player by name': (k: number) => `name=zupan%20${19 + 10 * k}`,
  'a league, first page': (k: number) => `event=league%20${1 + (k % 20)}`,
  'a week-end': (k: number) =>
    `from=2026-${String(1 + (k % 11)).padStart(2, '0')}-01&to=2026-${String(1 + (k % 11)).padStart(2, '0')}-08`,
  'wins of a player by id': (k: number) => `fideId=${14_000_001 + 4 * k}&result=1-0`,
  'a rule, lapsed': () => 'rule=illegal-move-completed&status=lapsed',
}
const seconds = (since: number): number => (performance.now() - since) / 1000

/** Throws where an answer is a refusal. */
export async function askArchive(client: ApiClient, print: (line: string) => void): Promise<void> {
  for (const [name, query] of Object.entries(QUESTIONS)) {
    const times: number[] = []
    let found = 0
    for (let k = 0; k < ASKED; k++) {
      const asked = performance.now()
      const { status, text } = await client.request('GET', `/archive?${query(k)}`)
      if (status !== 200) throw new Error(text)
      times.push(performance.now() - asked)
      found += (JSON.parse(text) as { games: unknown[] }).games.length
    }
    times.sort((a, b) => a - b)
    const at = (part: number) => times[Math.floor(part * (times.length - 1))]!.toFixed(1)
    print(`asked     ${name}: ${(found / ASKED).toFixed(1)} games, median ${at(0.5)} ms, p99 ${at(0.99)} ms`)
  }

  const exported = performance.now()
  let [lines, pages] = [0, 0]
  let path: string | undefined = '/archive'
  while (path !== undefined) {
    const { text, headers }: Awaited<ReturnType<typeof client.request>> = await client.request('GET', path, {
      headers: { accept: 'application/x-ndjson' },
    })
    lines += text.split('\n').length - 1
    pages++
    path = /^<(.+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1]
  }
  print(`exported  ${lines} rows as NDJSON in ${pages} pages, ${seconds(exported).toFixed(1)} s`)
}
