/**
 * Tournaments, rounds and games as DGT's LiveChess Cloud serves them. The shape is undocumented; it is taken from what
 * three of its readers expect (docs/feeds.md).
 */
import type { EventData, Points, TimeControl } from '../../events/index.ts'
import { clockFace, hasClock } from '../clock/index.ts'
import { fenOf, type GameState, pathOf } from '../game/index.ts'
import { annotationsOf, isArchived } from './pgn-source.ts'
import { pathFromStart } from './pgn-start.ts'
import { moveTimes } from './pgn-times.ts'
import { startNumberOf } from './start-number.ts'

export interface LiveChessTournament {
  readonly id: string
  readonly name: string
  readonly location: string
  readonly country: string
  readonly website: null
  readonly rules: 'STANDARD' | 'RAPID' | 'BLITZ'
  readonly chess960: 'STANDARD' | 'CHESS960'
  /** Free text such as `90'+30"`. */
  readonly timecontrol: string
  readonly rounds: readonly { readonly count: number; readonly live: number }[]
  readonly eboards: readonly string[]
}

interface LiveChessPlayer {
  readonly fname: string | null
  readonly mname: null
  readonly lname: string | null
  readonly title: string | null
  readonly federation: string | null
  readonly gender: null
  readonly fideid: number | null
}

export interface LiveChessIndex {
  readonly date: string | null
  /** Game M is the M-th pairing. */
  readonly pairings: readonly {
    readonly white: LiveChessPlayer
    readonly black: LiveChessPlayer
    readonly result: '1-0' | '0-1' | '1/2-1/2' | '*'
    readonly live: boolean
  }[]
}

export interface LiveChessGame {
  readonly live: boolean
  readonly serialNr: string
  /** Ms since 1970; 0: none. */
  readonly firstMove: number
  /** Number of the start position; 518 is ordinary chess. */
  readonly chess960: number
  readonly result: 'WHITEWIN' | 'BLACKWIN' | 'DRAW' | 'NOTPLAYED' | null
  readonly comment: string | null
  /** Seconds; `time`: when they were read, ms since 1970; `run`: whose runs, true for White; null: none. */
  readonly clock: {
    readonly white: number
    readonly black: number
    readonly run: boolean | null
    readonly time: number
  } | null
  /** `SAN`, then after a space seconds left, `+` seconds spent: `Nf3 1862+19`. */
  readonly moves: readonly string[]
}

/** A round as the tournament's document counts it, by number from 1. */
export interface CountedRound {
  readonly number: number
  readonly games: readonly CountedGame[]
}

/** What the tournament's document needs of a game. */
export interface CountedGame {
  readonly live: boolean
  /** Started from another position than the ordinary one. */
  readonly fischer: boolean
  readonly play: EventData<'game-opened'>['play'] | undefined
  readonly timeControl: TimeControl | undefined
}

export const countedGame = (state: GameState): CountedGame => ({
  live: isLive(state),
  fischer: startNumber(state) !== 518,
  play: state.details?.play,
  timeControl: state.details?.timeControl,
})

export interface TournamentHeading {
  readonly id: string
  readonly name: string
  readonly site?: string | undefined
  readonly play?: EventData<'game-opened'>['play'] | undefined
  readonly timeControl?: TimeControl | undefined
}

export function liveChessTournament(
  { id, name, site = '', play = 'standard', timeControl }: TournamentHeading,
  rounds: readonly CountedRound[],
): LiveChessTournament {
  const all = rounds.flatMap((round) => round.games)
  const last = Math.max(0, ...rounds.map(({ number }) => number))
  const [, country = ''] = /(?:^|\s)([A-Z]{3})$/.exec(site) ?? []
  return {
    id,
    name,
    location: site,
    country,
    website: null,
    rules: ({ standard: 'STANDARD', rapid: 'RAPID', blitz: 'BLITZ' } as const)[play],
    chess960: all.length > 0 && all.every(({ fischer }) => fischer) ? 'CHESS960' : 'STANDARD',
    timecontrol: timeControl === undefined ? '' : controlText(timeControl),
    rounds: Array.from({ length: last }, (_, index) => {
      const own = rounds.find(({ number }) => number === index + 1)?.games ?? []
      return { count: own.length, live: own.filter(({ live }) => live).length }
    }),
    eboards: [],
  }
}

/** Games in the order of the boards. */
export const liveChessIndex = (date: string | null, states: readonly GameState[]): LiveChessIndex => ({
  date: /^\d{4}-\d\d-\d\d$/.test(date ?? '') ? date : null,
  pairings: states.map((state) => ({
    white: player(state.details?.white),
    black: player(state.details?.black),
    result: RESULT_WORDS[scoreOf(state)]?.[0] ?? '*',
    live: isLive(state),
  })),
})

/** `board` stands for the serial number of an electronic board, which the record does not know. */
export function liveChessGame(state: GameState, board: number): LiveChessGame {
  const path = pathOf(state)
  const made = path.flatMap(({ move }) => (move === null ? [] : [move]))
  const played = made.map((move, index) => ({ ply: index + 1, move }))
  const { source } = state.details ?? {}
  const times = moveTimes(state, played, source?.kind === 'pgn' ? annotationsOf(source.tags ?? {}) : null)
  const notPlayed = made.length === 0 && state.result === null && state.status === 'scheduled'
  return {
    live: isLive(state),
    serialNr: String(board),
    firstMove: made[0]?.at ?? 0,
    chess960: startNumber(state) ?? 518,
    result: notPlayed ? 'NOTPLAYED' : (RESULT_WORDS[scoreOf(state)]?.[1] ?? null),
    comment: commentOf(
      state,
      pathFromStart(path)
        .way.slice(1)
        .some(({ move }) => move === null),
    ),
    clock: clockOf(state),
    moves: made.map(({ san }, index) => `${san}${timesText(times[index])}`),
  }
}

/** A game out of a file is not played now, whether it was finished or not. */
const isLive = ({ status, result, details }: GameState): boolean =>
  result === null && (status === 'running' || status === 'stopped') && !isArchived(details)

/** `1-0` counts what a forfeit counts; what is no whole game's score has no word. */
const RESULT_WORDS: Readonly<
  Record<string, readonly ['1-0' | '0-1' | '1/2-1/2', 'WHITEWIN' | 'BLACKWIN' | 'DRAW']>
> = {
  '1-0': ['1-0', 'WHITEWIN'],
  '0-1': ['0-1', 'BLACKWIN'],
  '½-½': ['1/2-1/2', 'DRAW'],
}

const POINTS_AS_PLAYED: Record<Points, string> = { '1': '1', '½': '½', '0': '0', '+': '1', '-': '0' }

const scoreOf = ({ result }: GameState): string =>
  result === null ? '' : `${POINTS_AS_PLAYED[result.white]}-${POINTS_AS_PLAYED[result.black]}`

/** What the result words cannot express. No free text of a person is shown, since the feed is public. */
function commentOf(state: GameState, setAnew: boolean): string | null {
  const { result } = state
  const said = [
    result !== null && [result.white, result.black].some((points) => '+-'.includes(points)) && 'by forfeit',
    result !== null && RESULT_WORDS[scoreOf(state)] === undefined && `result ${scoreOf(state)}`,
    state.status === 'adjourned' && 'adjourned',
    startNumber(state) === null && `started from ${fenOf(state.points, pathFromStart(pathOf(state)).way[0])}`,
    setAnew && 'a position was set anew during the game',
  ].filter((part) => part !== false)
  return said.length === 0 ? null : said.join('; ')
}

function clockOf(state: GameState): LiveChessGame['clock'] {
  if (!hasClock(state.clock) || state.startedAt === null) return null
  const { white, black, running } = clockFace(state.clock, state.at)
  const run = running === null ? null : running === 'white'
  return { white: floorToSeconds(white), black: floorToSeconds(black), run, time: state.at }
}

const floorToSeconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000))

function timesText({ clk, emt }: { clk?: number | undefined; emt?: number | undefined } = {}): string {
  if (clk === undefined && emt === undefined) return ''
  return ` ${clk === undefined ? '' : floorToSeconds(clk)}${emt === undefined ? '' : `+${floorToSeconds(emt)}`}`
}

/** `Family, Given` has both; a name without a comma is taken for a family name. */
function player(entered: EventData<'game-opened'>['white'] | undefined): LiveChessPlayer {
  const { name = '', title, federation, fideId } = entered ?? {}
  const [family = '', ...given] = name.split(',').map((part) => part.trim())
  return {
    fname: given.join(', ') || null,
    mname: null,
    lname: family || null,
    title: title ?? null,
    federation: federation ?? null,
    gender: null,
    fideid: fideId === undefined ? null : Number(fideId),
  }
}

/** The start's number; null: it is none of the 960. */
function startNumber(state: GameState): number | null {
  const { start } = state.details ?? {}
  const { way, anew } = pathFromStart(pathOf(state))
  if (anew) return startNumberOf(fenOf(state.points, way[0]))
  return start === undefined ? 518 : (start.chess960 ?? startNumberOf(fenOf(state.points, way[0])))
}

const minutes = (ms: number): string => `${ms / 60_000}'`

/** `90'+30"`, with move counts `40/90'+30" 30'+30"`. */
const controlText = ({ periods }: TimeControl): string =>
  periods
    .map(
      ({ moves, time, bonus = 0 }) =>
        `${moves === undefined ? '' : `${moves}/`}${minutes(time)}${bonus > 0 ? `+${bonus / 1000}"` : ''}`,
    )
    .join(' ')
