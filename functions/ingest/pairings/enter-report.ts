/** What a report file says beside the round that it opens: the entry list, the report's heading, and earlier rounds with their results. */
import { createHash } from 'node:crypto'
import { COLOURLESS, UNRATED } from '../../../domain/formats/crosstable.ts'
import {
  byeAt,
  isSamePlayer,
  type PairedPlayer,
  type Pairing,
  type PairingFault,
  pairingFault,
  pairingsOf,
  type TrfFile,
  type TrfResult,
  type TrfTournament,
} from '../../../domain/formats/pairings/index.ts'
import { type ApiClient, problemText } from '../../http/api-client.ts'

export interface ReportRound {
  readonly tournament: string
  /** The round that is opened: those before it are entered with their results. */
  readonly round: string
  /** Of a game's description, what neither file nor tournament says. */
  readonly left: Readonly<Record<string, unknown>>
  readonly now?: (() => number) | undefined
}

/** Enters them. Returns notes about what the record refused; the round can be opened all the same. */
export async function enterReport(
  client: ApiClient,
  trf: TrfFile,
  place: ReportRound,
): Promise<PairingFault[]> {
  const notes = await enterEntries(client, trf, place)
  for (let round = 1; round < Number(place.round); round++)
    notes.push(...(await enterRound(client, trf, String(round), place)))
  return notes
}

async function enterEntries(
  client: ApiClient,
  trf: TrfFile,
  { tournament }: ReportRound,
): Promise<PairingFault[]> {
  const { city, federation, type, chiefArbiter, deputies, timeControlText, rounds } = trf.tournament
  const byesByRank = new Map<number, TrfFile['byes'][number][]>()
  for (const bye of trf.byes)
    byesByRank.set(bye.rank, [...(byesByRank.get(bye.rank) ?? []), bye].slice(0, MOST_BYES))
  const body = {
    players: trf.rows
      .filter(({ player }) => player.name !== '')
      .map((row) => entryOf(byesByRank.get(row.rank) ?? [], row)),
    ...(city !== '' && { city }),
    ...(/^[A-Z]{3}$/.test(federation) && { federation }),
    ...(type !== '' && { type }),
    ...(chiefArbiter !== '' && { chiefArbiter }),
    ...(deputies.length > 0 && { deputies: deputies.slice(0, 50) }),
    ...(timeControlText !== '' && { timeControlText }),
    ...(rounds !== null && { rounds }),
  }
  const answer = await client.request('POST', `/tournaments/${tournament}/entries`, { body })
  return answer.status >= 400 ? [pairingFault(0, 'entries-refused', { why: problemText(answer) })] : []
}

/** As many as an entry takes. */
const MOST_BYES = 100

function entryOf(byes: TrfFile['byes'], row: TrfFile['rows'][number]) {
  const { rank, player, sex, birth } = row
  const own = byes.map(({ round, type }) => ({ round, type }))
  const inCells = row.cells.flatMap((_, index) => {
    const type = byeAt(row, index + 1)
    return type === null || own.some(({ round }) => round === index + 1) ? [] : [{ round: index + 1, type }]
  })
  const all = [...inCells, ...own].sort((a, b) => a.round - b.round).slice(0, MOST_BYES)
  return {
    startingRank: rank,
    ...player,
    ...(sex !== null && { sex }),
    ...(birth !== '' && { birth }),
    ...(all.length > 0 && { byes: all }),
  }
}

/** A game of a round as the record lists it. */
interface ListedGame {
  readonly game: string
  readonly white: PairedPlayer
  readonly black: PairedPlayer
  readonly plies: number
  readonly result: object | null
}

/** Enters results of a round's games; returns what the record refused. */
async function enterResults(
  client: ApiClient,
  trf: TrfFile,
  round: string,
  { tournament, now = Date.now }: ReportRound,
  results: readonly TrfResult[],
): Promise<PairingFault[]> {
  const refused: PairingFault[] = []
  for (const { board, white, black } of results) {
    const game = idOf(tournament, round, board)
    const data = { white, black, reason: 'imported' }
    const at = new Date(instantOf(trf.tournament, round, now)).toISOString()
    const event = { id: 'trf-result', type: 'result-set', by: 'operator', at, data }
    const answer = await client.request('POST', `/games/${game}/events`, { body: { events: [event] } })
    if (answer.status >= 400)
      refused.push(pairingFault(0, 'result-refused', { round, board, why: problemText(answer) }))
  }
  return refused
}

/** The games of an earlier round, where the record has none of it yet. */
async function enterRound(
  client: ApiClient,
  trf: TrfFile,
  round: string,
  place: ReportRound,
): Promise<PairingFault[]> {
  const { tournament, left } = place
  const path = `/tournaments/${tournament}/rounds/${round}/games`
  const there = await client.request('GET', path)
  const listed = there.status === 200 ? (JSON.parse(there.text) as { games: ListedGame[] }).games : []
  const { pairings, results, faults, notes } = pairingsOf(trf, Number(round))
  const lines = [...faults.filter(({ line }) => line > 0), ...notes]
  if (listed.length > 0) {
    // Games that were entered before, of which a result did not get in then.
    const missing = results.filter(({ board }) => {
      const pairing = pairings.find((each) => each.board === board)
      const game = listed.find((each) => each.game === idOf(tournament, round, board))
      if (pairing === undefined || game === undefined || game.result !== null || game.plies > 0) return false
      return isSamePlayer(game.white, pairing.white) && isSamePlayer(game.black, pairing.black)
    })
    const refused = await enterResults(client, trf, round, place, missing)
    const entered = missing.length - refused.length
    return entered === 0
      ? refused
      : [...refused, pairingFault(0, 'results-entered', { round, results: entered })]
  }
  if (pairings.length === 0) return lines
  const games = pairings.map((pairing) => ({
    id: idOf(tournament, round, pairing.board),
    ...{ board: pairing.board, white: pairing.white, black: pairing.black },
    ...dateOf(trf.tournament, round),
    ...sourceOf(pairing, results.find(({ board }) => board === pairing.board)?.unrated),
    ...left,
  }))
  const opened = await client.request('POST', path, { body: { games } })
  if (opened.status >= 400)
    return [...lines, pairingFault(0, 'round-refused', { round, why: problemText(opened) })]
  const refused = await enterResults(client, trf, round, place, results)
  lines.push(...refused)
  const entered = { round, results: results.length - refused.length }
  const done =
    pairings.length === 1
      ? pairingFault(0, 'game-entered', entered)
      : pairingFault(0, 'games-entered', { ...entered, count: pairings.length })
  return [...lines, done]
}

/** The day of a round by the file. */
export function dateOf(about: TrfTournament | null, round: string): { date?: string } {
  const date = about?.dates.get(Number(round))
  return date === undefined ? {} : { date }
}

/** What the file says of a pair and no field of a game does is noted with the game, so that reports say the same. */
export function sourceOf({ colourless }: Pick<Pairing, 'colourless'>, unrated = false) {
  if (!colourless && !unrated) return {}
  const tags = { ...(colourless && { [COLOURLESS]: 'true' }), ...(unrated && { [UNRATED]: 'true' }) }
  return { source: { kind: 'live', tags, timeBasis: 'reported' } as const }
}

/** Noon of the round's day, since the file has no hours; the present without a day, or for a coming one. */
function instantOf({ dates }: TrfTournament, round: string, now: () => number): number {
  const day = Date.parse(`${dates.get(Number(round)) ?? ''}T12:00:00Z`)
  const last = now()
  return Number.isNaN(day) ? last : Math.min(day, last)
}

/** The same file opens the same games. */
export function idOf(tournament: string, round: string, board: number): string {
  const plain = `${tournament}-${round}-${board}`
  if (plain.length <= 64) return plain
  return `round-${createHash('sha256')
    .update(JSON.stringify([tournament, round, board]))
    .digest('hex')
    .slice(0, 32)}`
}
