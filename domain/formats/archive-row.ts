/** A game as the archive's index knows it: who, where, when, how it ended, and which verdicts stand in it. */
import { type Edition, type EventData, type Points, SIDES, type Side } from '../../events/index.ts'
import type { RuleId } from '../editions/rules.ts'
import type { GameState, Status, Verdict } from '../game/index.ts'
import { hasErasedTags, UNDATED } from './pgn-source.ts'

type VerdictStatus = Verdict['status']

export interface ArchivePlayer {
  readonly name: string
  readonly fideId?: string
  readonly rating?: number
}

export interface ArchiveVerdict {
  readonly rule: RuleId
  readonly seq: number
  readonly status: VerdictStatus
  readonly against: Side | null
}

export interface ArchiveRow {
  readonly game: string
  readonly tournament?: string
  readonly round?: string
  readonly event?: string
  readonly site?: string
  /** `2026-03-14`, `2026-03-??`; `????-??-??` where the record does not say. */
  readonly date: string
  readonly white: ArchivePlayer
  readonly black: ArchivePlayer
  readonly edition: Edition
  readonly play: EventData<'game-opened'>['play']
  readonly status: Status
  readonly result: { readonly white: Points; readonly black: Points; readonly rule: RuleId | null } | null
  /** Half-moves; null while it has no result, so that a move changes nothing here. */
  readonly plies: number | null
  readonly verdicts: readonly ArchiveVerdict[]
  /** How many more verdicts stand in the game, where a row would be too long with all. */
  readonly verdictsLeftOut?: number
}

/** A faulty or hostile device can have thousands recorded in one game. */
const MAX_VERDICTS = 500

type Place = Pick<ArchiveRow, 'tournament' | 'round'>

/** The row of a game; null for one that is not opened. */
export function archiveRow(game: string, place: Place, state: GameState): ArchiveRow | null {
  const { details, result } = state
  if (details === null) return null
  const { event, site, date, edition, play } = details
  const verdicts = selectVerdicts(state.verdicts)
  const leftOut = state.verdicts.length - verdicts.length
  return {
    game,
    ...place,
    ...(event !== undefined && { event }),
    ...(site !== undefined && { site }),
    date: dayOf(date, state),
    white: player(details.white),
    black: player(details.black),
    edition,
    play,
    status: state.status,
    result: result === null ? null : { white: result.white, black: result.black, rule: result.rule },
    plies: result === null ? null : state.points[state.here]!.ply,
    verdicts: verdicts.map(({ rule, seq, status, against }) => ({ rule, seq, status, against })),
    ...(leftOut > 0 && { verdictsLeftOut: leftOut }),
  }
}

/** All verdicts; of too many the last of each rule and status, and the first of the others, so that every query finds the game. */
function selectVerdicts(verdicts: readonly Verdict[]): readonly Verdict[] {
  if (verdicts.length <= MAX_VERDICTS) return verdicts
  const last = new Set(new Map(verdicts.map((each) => [`${each.rule} ${each.status}`, each])).values())
  const room = Math.max(0, MAX_VERDICTS - last.size)
  const others = new Set(verdicts.filter((each) => !last.has(each)).slice(0, room))
  return verdicts.filter((each) => last.has(each) || others.has(each))
}

/** As entered, else the day on which play began, in UTC. */
function dayOf(date: string | undefined, { startedAt, details }: GameState): string {
  if (date !== undefined) return date.replaceAll('.', '-')
  const { source } = details ?? {}
  const isUndated = source?.tags?.[UNDATED] !== undefined || hasErasedTags(source)
  return startedAt === null || startedAt === 0 || isUndated
    ? '????-??-??'
    : new Date(startedAt).toISOString().slice(0, 10)
}

const player = ({ name, fideId, rating }: EventData<'game-opened'>['white']): ArchivePlayer => ({
  name,
  ...(fideId !== undefined && { fideId: String(fideId) }),
  ...(rating !== undefined && { rating }),
})

/** What is asked of the archive; what is not named does not matter. */
export interface ArchiveQuery {
  readonly fideId?: string | undefined
  /** Words that all begin words of one player's name. */
  readonly name?: string | undefined
  /** Words that all begin words of the event's name, or a tournament's id. */
  readonly event?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** `1-0`, `½-0`, `+--`; `*`: none yet. */
  readonly result?: string | undefined
  readonly edition?: Edition | undefined
  readonly rule?: string | undefined
  /** Of the verdict by that rule. */
  readonly status?: VerdictStatus | undefined
}

/** Whether a game is among those that are asked for. */
export function matchesArchiveQuery(row: ArchiveRow, question: ArchiveQuery): boolean {
  const { fideId, name, event, from, to, result, edition } = question
  return (
    (fideId === undefined || SIDES.some((side) => row[side].fideId === fideId)) &&
    (name === undefined || SIDES.some((side) => holdsWords(row[side].name, name))) &&
    (event === undefined || row.tournament === event || holdsWords(row.event ?? '', event)) &&
    isWithin(row.date, from, to) &&
    (result === undefined || resultText(row) === resultAsked(result)) &&
    (edition === undefined || row.edition === edition) &&
    hasVerdict(row, question)
  )
}

/** A day of which only the month is known may lie in every span that the month touches; an unknown year lies in none. */
function isWithin(date: string, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true
  if (date.startsWith('?')) return false
  const [first, last] = [date.replaceAll('??', '01'), date.replace('??-??', '12-31').replace('??', '31')]
  return (from === undefined || last >= from) && (to === undefined || first <= to)
}

const hasVerdict = ({ verdicts }: ArchiveRow, { rule, status }: ArchiveQuery): boolean =>
  (rule === undefined && status === undefined) ||
  verdicts.some(
    (verdict) =>
      (rule === undefined || verdict.rule === rule) && (status === undefined || verdict.status === status),
  )

/** A result as a question may write it: with `1/2` for `½`. */
export const resultAsked = (text: string): string => text.replaceAll('1/2', '½')

/** `1-0`, `½-½`; `*` while there is none. */
export const resultText = ({ result }: Pick<ArchiveRow, 'result'>): string =>
  result === null ? '*' : `${result.white}-${result.black}`

function holdsWords(text: string, wanted: string): boolean {
  const words = wordsOf(text)
  return wordsOf(wanted).every((word) => words.some((own) => own.startsWith(word)))
}

/** Words in lower case without accents: `Đoković, Žarko` is found by `zarko dokovic`. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
