import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fold, foldToInstant, publicState } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'

/**
 * Traces written by hand, one kind of handling each. A line is `MS SQUARE PIECE` (`-`: empty), `MS press SIDE` or
 * `MS made UCI` (an operator's answer), `MS reads UCI` (another reader of the board), `MS restored SEQ` (a ruling), `MS stopped` or `MS started SIDE` (the clocks); `at MS MOVES` and `asks MS SIDE MOVES` say what the
 * public state shows then, `offers MS RESULTS` which results it offers, `judged MS RULES` which verdicts there are then, `verdicts RULES` which verdicts there are at the end.
 */
interface Trace {
  readonly about: string
  readonly events: readonly StoredEvent[]
  readonly shows: readonly { at: number; moves: readonly string[] }[]
  readonly asks: readonly { at: number; side: string; candidates: readonly string[] }[]
  readonly offers: readonly { at: number; results: readonly string[] }[]
  readonly judged: readonly { at: number; rules: readonly string[] }[]
  readonly moves: readonly string[]
  /** Rules of the verdicts at the end; null where the trace says nothing of them. */
  readonly verdicts: readonly string[] | null
}

const FOLDER = join(import.meta.dirname, 'traces')
const START = Date.UTC(2026, 2, 14, 14)
const listed = (words: readonly string[]) => (words[0] === 'none' ? [] : words)

function readTrace(text: string): Trace {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
  const of = (word: string) => lines.filter(([first]) => first === word).map(([, ...rest]) => rest)
  const fen = of('start')[0]?.join(' ')
  const players = { white: { name: 'W' }, black: { name: 'B' } }
  const start = fen === undefined ? {} : { start: { fen } }
  const open = { ...players, edition: '2023-01-01', play: 'standard', ...start }
  const raw: [number, object][] = [
    [0, { type: 'game-opened', by: 'operator', data: open }],
    [0, { type: 'session-started', by: 'arbiter', data: {} }],
  ]
  for (const [ms = '', what = '', piece = ''] of lines) {
    if (!/^\d+$/.test(ms)) continue
    if (what === 'reads') {
      const data = { from: piece.slice(0, 2), to: piece.slice(2, 4) }
      raw.push([Number(ms), { type: 'move-made', by: 'board', data }])
    } else if (what === 'press') raw.push([Number(ms), { type: 'clock-pressed', by: piece, data: {} }])
    else if (what === 'made') {
      const data = { from: piece.slice(0, 2), to: piece.slice(2, 4) }
      raw.push([Number(ms), { type: 'move-made', by: 'operator', data }])
    } else if (what === 'stopped') raw.push([Number(ms), { type: 'clocks-stopped', by: 'arbiter', data: {} }])
    else if (what === 'started')
      raw.push([Number(ms), { type: 'clocks-started', by: 'arbiter', data: { side: piece } }])
    else if (what === 'restored') {
      raw.push([Number(ms), { type: 'position-restored', by: 'arbiter', data: { seq: Number(piece) } }])
    } else if (piece === '-')
      raw.push([Number(ms), { type: 'piece-lifted', by: 'board', data: { square: what } }])
    else raw.push([Number(ms), { type: 'piece-placed', by: 'board', data: { square: what, piece } }])
  }
  const events = raw
    .sort(([a], [b]) => a - b)
    .map(([ms, event], index) => {
      const at = new Date(START + ms).toISOString()
      return { ...event, id: `e${index}`, game: 'g', seq: index + 1, at, recordedAt: at } as StoredEvent
    })
  return {
    about: of('about')[0]?.join(' ') ?? '',
    events,
    shows: of('at').map(([ms = '', ...moves]) => ({ at: START + Number(ms), moves: listed(moves) })),
    asks: of('asks').map(([ms = '', side = '', ...moves]) => ({
      at: START + Number(ms),
      side,
      candidates: moves,
    })),
    judged: of('judged').map(([ms = '', ...rules]) => ({ at: START + Number(ms), rules: listed(rules) })),
    offers: of('offers').map(([ms = '', ...results]) => ({
      at: START + Number(ms),
      results: listed(results),
    })),
    moves: listed(of('moves')[0] ?? []),
    verdicts: of('verdicts').map(listed)[0] ?? null,
  }
}

const traces = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.trace'))
  .map((name) => ({ name, ...readTrace(readFileSync(join(FOLDER, name), 'utf8')) }))

for (const { name, about, events, shows, asks, offers, judged, moves, verdicts } of traces) {
  test(`${name.replace('.trace', '').replaceAll('-', ' ')}: ${about}`, () => {
    const end = Date.parse(events.at(-1)?.at ?? '') + 1500
    for (const { at, moves: shown } of shows) {
      const { moves: then } = publicState(foldToInstant(events, at), at)
      expect([at - START, then.map(({ uci }) => uci)]).toEqual([at - START, shown])
    }
    for (const { at, side, candidates } of asks) {
      const { question } = publicState(foldToInstant(events, at), at)
      expect(question?.side ?? 'nobody').toBe(side)
      expect([...(question?.candidates ?? [])].sort()).toEqual([...candidates].sort())
    }
    for (const { at, results } of offers) {
      const { question } = publicState(foldToInstant(events, at), at)
      expect([at - START, question?.results ?? []]).toEqual([at - START, results])
    }
    for (const { at, rules } of judged) {
      const { verdicts: then } = publicState(foldToInstant(events, at), at)
      expect([at - START, then.map(({ rule }) => rule)]).toEqual([at - START, rules])
    }
    const last = publicState(fold(events), end)
    expect(last.moves.map(({ uci }) => uci)).toEqual(moves)
    if (verdicts !== null) expect(last.verdicts.map(({ rule }) => rule)).toEqual(verdicts)
  })
}

test('every move of the traces that a board reported has a confidence and names edges that are there', () => {
  for (const { events } of traces) {
    const { moves } = publicState(fold(events), Date.parse(events.at(-1)?.at ?? '') + 1500)
    for (const { sensed, uci } of moves) {
      if (sensed === undefined) continue
      expect(sensed.confidence).toBeGreaterThan(0)
      expect(sensed.confidence).toBeLessThan(1)
      expect(sensed.edges.length).toBeGreaterThan(0)
      for (const seq of sensed.edges) {
        expect(['piece-lifted', 'piece-placed']).toContain(events[seq - 1]?.type)
      }
      const squares = sensed.edges.map(
        (seq) => (events[seq - 1]?.data as { square?: string } | undefined)?.square ?? '',
      )
      expect(squares.some((square) => uci.includes(square))).toBe(true)
      expect(new Set(sensed.edges).size).toBe(sensed.edges.length)
    }
  }
})
