/** Opens a round from a pairing file. All faults are found before anything is opened; opening the same file twice changes nothing. */
import { parseRecordedControl } from '../../../domain/clock/index.ts'
import { editionInForceOn } from '../../../domain/editions/edition-in-force.ts'
import {
  findClashes,
  isSamePlayer,
  type Pairing,
  type PairingFault,
  pairingFault,
  pairingsOf,
  pendingRound,
  readTrf,
  type TrfFile,
  type TrfScoring,
  type TrfTournament,
  withoutNamesakes,
} from '../../../domain/formats/pairings/index.ts'
import { slugOf } from '../../../domain/formats/slug.ts'
import { type EventData, isId, type Play, SIDES } from '../../../events/index.ts'
import { type ApiClient, type ApiResponse, problemText } from '../../http/api-client.ts'
import { playOf } from '../pgn-control.ts'
import { readCsv } from './csv.ts'
import { dateOf, enterReport, idOf, sourceOf } from './enter-report.ts'

type Opened = EventData<'game-opened'>
type Defaults = Partial<Pick<Opened, 'edition' | 'play' | 'timeControl' | 'supervision' | 'regulations'>>

/** Faults of the data of a `game-opened`, each a sentence. */
export type GameCheck = (data: Readonly<Record<string, unknown>>) => readonly string[]

export interface RoundRequest {
  /** By default named by the file. */
  readonly tournament?: string | undefined
  readonly round?: string | undefined
  /** For a tournament that has none: `5400+30`. */
  readonly timeControl?: string | undefined
  readonly edition?: Opened['edition'] | undefined
  readonly play?: Play | undefined
  /** Stop where all would be opened. */
  readonly check?: true | undefined
  /** What a game's description has wrong, asked before anything is opened; without it the service alone says so. */
  readonly checkGame?: GameCheck | undefined
  /** Ms since 1970, for results of earlier rounds whose day the file does not tell; by default the present. */
  readonly now?: (() => number) | undefined
}

/** What a file asks for. `notes`: what the user should know and need not correct. */
export interface RoundPlan {
  readonly tournament: string
  readonly round: string
  /** A report file as it was read; null for a table. */
  readonly trf: TrfFile | null
  readonly pairings: readonly Pairing[]
  readonly notes: readonly PairingFault[]
  /** Lines of a report file that are wrong: each costs what it says, and the rest is opened. */
  readonly leftOut: readonly PairingFault[]
  /** Nothing is opened while there is one. */
  readonly faults: readonly PairingFault[]
}

/** A report has a line of a player or of the tournament's name, whatever extensions stand before; a table has a heading. */
const isTrf = (text: string): boolean => /^\uFEFF?[ \t]*(?:001[ \t]|012(?: |$))/m.test(text)

/** Of a round; more would not go into one request. */
const MOST_GAMES = 1000

/** Reads the file. Faults are in the order of the lines. */
export function planRound(text: string, wish: RoundRequest): RoundPlan {
  const plan = isTrf(text) ? planOfTrf(text, wish) : planOfCsv(text, wish)
  const named = [
    ...(isId(plan.tournament) ? [] : [pairingFault(0, 'tournament-unnamed')]),
    ...(isId(plan.round) ? [] : [pairingFault(0, isTrf(text) ? 'report-round-unnamed' : 'round-unnamed')]),
  ]
  const { length: count } = plan.pairings
  const many = count > MOST_GAMES ? [pairingFault(0, 'many-games', { count, most: MOST_GAMES })] : []
  const faults = [...plan.faults, ...findClashes(plan.pairings), ...named, ...many].sort(
    (a, b) => a.line - b.line,
  )
  return { ...plan, faults }
}

/** A report counts its rounds from 1. */
const NO_ROUND = { pairings: [], results: [], byes: [], notes: [] } as const

function planOfTrf(text: string, wish: RoundRequest): RoundPlan {
  const trf = withoutNamesakes(readTrf(text))
  const round = wish.round ?? String(pendingRound(trf) ?? '')
  const read = /^[1-9]\d{0,2}$/.test(round)
    ? pairingsOf(trf, Number(round))
    : { ...NO_ROUND, faults: round === '' ? [] : [pairingFault(0, 'nobody-paired', { round })] }
  const played = read.results.length
  const allFaults = [...trf.faults, ...read.faults].sort((a, b) => a.line - b.line)
  const hasGames = read.pairings.length > 0 || round === ''
  return {
    tournament: wish.tournament ?? slugOf(trf.tournament.name),
    round,
    trf,
    pairings: read.pairings,
    notes: [
      ...trf.notes,
      ...read.notes,
      ...byeNotes(read.byes),
      ...(played > 0 ? [pairingFault(0, 'results-left', { count: played })] : []),
    ],
    leftOut: hasGames ? allFaults.filter(({ line }) => line > 0) : [],
    faults: hasGames ? allFaults.filter(({ line }) => line === 0) : allFaults,
  }
}

function planOfCsv(text: string, wish: RoundRequest): RoundPlan {
  const { pairings, byes, round, unread, notes: rowNotes, faults } = readCsv(text)
  const notes = [
    ...rowNotes,
    ...byeNotes(byes),
    ...unread.map((column) => pairingFault(0, 'column-unread', { column })),
  ]
  const named = wish.round ?? round
  const other =
    wish.round !== undefined && round !== '' && wish.round !== round
      ? [pairingFault(0, 'round-differs', { round, wanted: wish.round })]
      : []
  return {
    tournament: wish.tournament ?? '',
    round: named,
    trf: null,
    pairings,
    notes,
    leftOut: [],
    faults: [...faults, ...other],
  }
}

const byeNotes = (all: readonly string[]): PairingFault[] => {
  const byes = all.filter((name) => name !== '')
  return byes.length === 0 ? [] : [pairingFault(0, 'byes', { count: byes.length, names: byes.join('; ') })]
}

export type OpenRoundOutcome =
  | { readonly kind: 'faults'; readonly faults: readonly PairingFault[] }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'sound' }
  | {
      readonly kind: 'opened'
      readonly fresh: boolean
      /** Of the file's other content: entries and earlier rounds. */
      readonly notes: readonly PairingFault[]
      readonly games: readonly { game: string; board: number }[]
    }

/** Opens a plan without faults; what the record has against a line is a fault too, and then nothing is opened. */
export async function openPairedRound(
  client: ApiClient,
  plan: RoundPlan,
  wish: RoundRequest,
): Promise<OpenRoundOutcome> {
  const { tournament, round, pairings, trf } = plan
  const about = trf?.tournament ?? null
  const recorded = await recordedTournament(client, tournament)
  if (recorded.kind === 'refused') return recorded
  const own = defaultsOf(about, wish)
  if ('fault' in own) return { kind: 'faults', faults: [own.fault] }
  const left = recorded.there ? missing(own, recorded.defaults) : {}
  const games = pairings.map((pairing) => {
    const { board, white, black, game } = pairing
    const id = game ?? idOf(tournament, round, board)
    return { id, board, white, black, ...dateOf(about, round), ...sourceOf(pairing), ...left }
  })
  const checked = games.flatMap((game, index) =>
    faultsOf(game, { ...own, ...recorded.defaults }, pairings[index]!, wish.checkGame),
  )
  const seated = await clashesWithRecord(client, plan, games)
  if (checked.length + seated.length > 0) return { kind: 'faults', faults: [...checked, ...seated] }
  if (wish.check) return { kind: 'sound' }
  if (!recorded.there) {
    const made = await client.request('POST', '/tournaments', { body: heading(tournament, about, own) })
    if (made.status >= 400) return { kind: 'refused', reason: problemText(made) }
  }
  const entered =
    trf === null ? [] : await enterReport(client, trf, { tournament, round, left, now: wish.now })
  const stays = recorded.there ? scoringNotes(about?.scoring ?? null, recorded.defaults) : []
  const notes = [...stays, ...entered]
  const answer = await client.request('POST', `/tournaments/${tournament}/rounds/${round}/games`, {
    body: { games },
  })
  if (answer.status >= 400) return refusedGames(answer, pairings)
  return {
    kind: 'opened',
    fresh: answer.status === 201,
    notes,
    games: games.map(({ id, board }) => ({ game: id, board })),
  }
}

type RecordedTournament =
  | { readonly kind: 'found'; readonly there: boolean; readonly defaults: Defaults }
  | { readonly kind: 'refused'; readonly reason: string }

async function recordedTournament(client: ApiClient, tournament: string): Promise<RecordedTournament> {
  const answer = await client.request('GET', `/tournaments/${tournament}`)
  if (answer.status === 404) return { kind: 'found', there: false, defaults: {} }
  if (answer.status !== 200) return { kind: 'refused', reason: problemText(answer) }
  const { defaults = {} } = JSON.parse(answer.text) as { defaults?: Defaults }
  return { kind: 'found', there: true, defaults }
}

/** What holds for the games where the tournament says nothing; or what is wrong with it. */
function defaultsOf(
  about: TrfTournament | null,
  wish: RoundRequest,
): Defaults | { readonly fault: PairingFault } {
  const text = wish.timeControl ?? (about?.timeControl || undefined)
  const read = text === undefined ? null : parseRecordedControl(text)
  if (read !== null && !read.ok)
    return { fault: pairingFault(0, 'time-control', { why: read.error.message }) }
  const control = read?.value ?? null
  const edition = wish.edition ?? editionInForceOn(about?.from)
  const clock = control === null ? {} : { timeControl: { ...control, periods: [...control.periods] } }
  const scoring = about?.scoring ?? null
  const regulations = scoring === null || isUsual(scoring) ? {} : { regulations: { scoring: { ...scoring } } }
  return { edition, play: wish.play ?? playOf(control, edition), ...clock, ...regulations }
}

const isUsual = ({ win, draw, loss }: TrfScoring): boolean => win === 1 && draw === 0.5 && loss === 0

/** Points by which the file counts, where the tournament that is there counts by others. */
function scoringNotes(scoring: TrfScoring | null, { regulations }: Defaults): PairingFault[] {
  if (scoring === null) return []
  const { win = 1, draw = 0.5, loss = 0 } = regulations?.scoring ?? {}
  const isSame = scoring.win === win && scoring.draw === draw && scoring.loss === loss
  return isSame ? [] : [pairingFault(0, 'scoring-stays', { win, draw, loss })]
}

const missing = (own: Defaults, recorded: Defaults): Defaults =>
  Object.fromEntries(Object.entries(own).filter(([name]) => !(name in recorded)))

const heading = (id: string, about: TrfTournament | null, defaults: Defaults) => ({
  id,
  name: about?.name || id,
  ...(about?.city && { site: about.city }),
  ...(about?.from && { dates: { from: about.from, ...(about.to && { to: about.to }) } }),
  defaults,
})

function faultsOf(
  game: Record<string, unknown> & { id: string },
  defaults: Defaults,
  { line }: Pairing,
  check: GameCheck = () => [],
): PairingFault[] {
  const { id, ...data } = game
  return check({ ...defaults, ...data }).map((why) => pairingFault(line, 'refused', { why }))
}

/** What the service has against single games, by their lines; else its refusal of the whole. */
function refusedGames(answer: ApiResponse, pairings: readonly Pairing[]): OpenRoundOutcome {
  const { errors = [] } = answer.status === 422 ? (JSON.parse(answer.text) as RefusedGames) : {}
  const faults = errors.flatMap(({ index, detail }) => {
    const line = index === undefined ? undefined : pairings[index]?.line
    return line === undefined ? [] : [pairingFault(line, 'refused', { why: detail })]
  })
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'refused', reason: problemText(answer) }
}

interface RefusedGames {
  readonly errors?: readonly { readonly index?: number; readonly detail: string }[]
}

interface Listed {
  readonly board: number
  readonly game: string
  readonly white: ListedPlayer
  readonly black: ListedPlayer
}

interface ListedPlayer {
  readonly name: string
  readonly fideId?: string | number
}

/** Boards that have another game, or the same one between other players; players and game ids that are elsewhere. */
async function clashesWithRecord(
  client: ApiClient,
  { tournament, round, pairings }: RoundPlan,
  games: readonly { id: string }[],
): Promise<PairingFault[]> {
  const answer = await client.request('GET', `/tournaments/${tournament}/rounds/${round}/games`)
  const listed = answer.status === 200 ? (JSON.parse(answer.text) as { games: Listed[] }).games : []
  const faults = pairings.flatMap((pairing, index) => {
    const there = listed.find(({ board }) => board === pairing.board)
    return there === undefined
      ? seatedElsewhere(pairing, listed)
      : otherGame(pairing, there, games[index]!.id)
  })
  for (const { line, game } of pairings) {
    if (game === undefined || listed.some((there) => there.game === game)) continue
    const known = await client.request('GET', `/games/${game}`)
    if (known.status === 200) faults.push(pairingFault(line, 'id-taken', { game }))
  }
  return faults
}

function otherGame({ line, board, white, black }: Pairing, there: Listed, id: string): PairingFault[] {
  const same = there.game === id && there.white.name === white.name && there.black.name === black.name
  if (same) return []
  const names = { white: there.white.name, black: there.black.name }
  return [pairingFault(line, 'board-taken', { board, game: there.game, ...names })]
}

const seatedElsewhere = ({ line, white, black }: Pairing, listed: readonly Listed[]): PairingFault[] =>
  [white, black].flatMap((player) => {
    const there = listed.find((game) => SIDES.some((side) => isSamePlayer(game[side], player)))
    return there === undefined
      ? []
      : [pairingFault(line, 'seated-elsewhere', { name: player.name, board: there.board })]
  })
