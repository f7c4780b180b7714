/** Texts imported in their order, again, and shuffled: the record is the same. */
import type { ImportedGame } from '../../functions/ingest/imported-game.ts'
import { dice } from '../chess/kit.ts'
import { openRecord } from '../ingest/record.ts'

type Record = Awaited<ReturnType<typeof openRecord>>

const GAME_ID = /\[GameId ".*"\]\n/

/** Of two texts of one game the one that came first annotates it. */
const withoutAnnotations = (text: string): string =>
  text.replace(/\{[^}]*\}|\$\d+|\[Annotator ".*"\]\n/g, '').replace(/\s+/g, ' ')

/** Games of the record as texts, without the ids that tell games of the same tags apart. */
async function gamesOf(record: Record, imported: readonly ImportedGame[]): Promise<string[]> {
  const ids = [...new Set(imported.filter(({ outcome }) => outcome !== 'refused').map(({ id }) => id))]
  const texts: string[] = []
  for (const id of ids)
    texts.push(withoutAnnotations((await record.text(`/games/${id}.pgn?view=text`)).replace(GAME_ID, '')))
  return texts.sort()
}

/** What is wrong, in words; null: nothing. */
export async function importFault(texts: readonly string[]): Promise<string | null> {
  const whole = texts.join('\n')
  const record = await openRecord()
  const first = await record.import(whole)
  const before = await gamesOf(record, first)
  const again = await record.import(whole)
  const news = again.filter(({ outcome }) => outcome !== 'there' && outcome !== 'refused')
  if (news.length > 0) return `imported again, game ${news[0]!.id} is ${news[0]!.outcome}`
  if ((await gamesOf(record, again)).join('') !== before.join('')) return 'imported again, another record'
  const random = dice(texts.length)
  const shuffled = texts
    .map((text) => ({ text, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ text }) => text)
  const other = await openRecord()
  const after = await gamesOf(other, await other.import(shuffled.join('\n\n')))
  return after.join('') === before.join('')
    ? null
    : `shuffled, ${after.length} games, not ${before.length}, or others`
}
