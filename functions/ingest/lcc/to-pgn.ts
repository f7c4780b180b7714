/** A game of LiveChess Cloud as the PGN game it would be, so that it is read like every other. */
import { chess960Position, writeFen } from '../../../domain/chess/index.ts'
import type { PgnGame, PgnMove, PgnResult, PgnTag } from '../../../domain/pgn/index.ts'
import type { Remark } from '../../../domain/reasons.ts'
import type { SourceGame } from '../sources/source.ts'
import { sourceRemarks } from '../sources/source-remark.ts'
import type { CloudGame, CloudIndex, CloudPlayer, CloudTournament } from './documents.ts'

export interface CloudPlace {
  /** The tournament's id in the cloud. */
  readonly id: string
  readonly round: string
  /** From 1. */
  readonly board: number
}

const RESULTS: Readonly<Record<string, PgnResult>> = { WHITEWIN: '1-0', BLACKWIN: '0-1', DRAW: '1/2-1/2' }
/** Comments by which a source says that a player did not come. */
const FORFEIT =
  /forfeit|default time|no[- ]?show|did not (?:arrive|appear|come)|walk ?over|kampflos|walkower|kontuma[cč]|brez (?:boja|igre)|bez (?:borbe|igre|gry)/i
const INDEX_RESULTS: readonly PgnResult[] = ['1-0', '0-1', '1/2-1/2']

/** `notes`: the two documents claim different results, or a move string is none. */
export function cloudToPgn(
  place: CloudPlace,
  tournament: CloudTournament,
  index: CloudIndex,
  game: CloudGame,
): SourceGame & { notes: Remark[] } {
  const pairing = index.pairings[place.board - 1]
  const name = `${place.id}, round ${place.round}, board ${place.board}`
  const notes: Remark[] = []
  const note = (what: Remark) => notes.push(sourceRemarks.remark('of-game', { name, what }))
  const own = RESULTS[game.result ?? ''] ?? '*'
  const listed = INDEX_RESULTS.find((result) => result === pairing?.result) ?? '*'
  if (own !== listed && own !== '*' && listed !== '*')
    note(sourceRemarks.remark('two-results', { own, listed }))
  const result = game.live ? '*' : own === '*' ? listed : own
  const tags: [string, string][] = [
    ['Event', tournament.name ?? '?'],
    ['Site', [tournament.location, tournament.country].filter(Boolean).join(' ') || '?'],
    ['Date', index.date?.replaceAll('-', '.') ?? '????.??.??'],
    ['Round', place.round],
    ['Board', String(place.board)],
    ...playerTags('White', pairing?.white),
    ...playerTags('Black', pairing?.black),
    ['Result', result],
    ['TimeControl', tournament.timecontrol || '?'],
    ...startTags(game),
    ...firstMoveTags(game),
    // A result without moves stays a result: only the source itself says that it was a forfeit.
    ...((game.moves ?? []).length === 0 && FORFEIT.test(game.comment ?? '')
      ? [['Termination', 'rules infraction'] as [string, string]]
      : []),
  ]
  const moves = (game.moves ?? []).map((text) => moveOf(text))
  if (moves.some((move) => move === null)) note(sourceRemarks.remark('move-unread'))
  const pgn: PgnGame = {
    startLine: 1,
    tags: tags as readonly PgnTag[],
    before: { nags: [], comments: [], commands: [] },
    moves: (game.moves ?? []).map((text, k) => moves[k] ?? plainMove(text)),
    result,
    problems: [],
  }
  return { name, game: pgn, notes, ...liveOf(game) }
}

/** `Nf3 1862+19`: seconds left and spent; either may be missing. */
const MOVE = /^(\S+)(?: (\d*)(?:\+(\d+))?)?$/

function moveOf(text: string): PgnMove | null {
  const [, san, left, spent] = MOVE.exec(text.trim()) ?? []
  if (san === undefined) return null
  return {
    ...plainMove(san),
    ...(left && { clk: Number(left) * 1000 }),
    ...(spent && { emt: Number(spent) * 1000 }),
  }
}

const plainMove = (text: string): PgnMove => ({
  text,
  line: 1,
  variations: [],
  nags: [],
  comments: [],
  commands: [],
})

function playerTags(side: 'White' | 'Black', player: CloudPlayer | null | undefined): [string, string][] {
  const given = [player?.fname, player?.mname].filter(Boolean).join(' ')
  const name = [player?.lname, given].filter(Boolean).join(', ')
  return [
    [side, name || '?'],
    ...(player?.title ? ([[`${side}Title`, player.title]] as [string, string][]) : []),
    ...(player?.fideid ? ([[`${side}FideId`, String(player.fideid)]] as [string, string][]) : []),
  ]
}

const USUAL = 518

function startTags({ chess960 }: CloudGame): [string, string][] {
  if (chess960 == null || chess960 === USUAL) return []
  return [
    ['Variant', 'Chess960'],
    ['SetUp', '1'],
    ['FEN', writeFen(chess960Position(chess960))],
  ]
}

function firstMoveTags({ firstMove }: CloudGame): [string, string][] {
  if (!firstMove) return []
  const [day = '', time = ''] = new Date(firstMove).toISOString().split('T')
  return [
    ['UTCDate', day.replaceAll('-', '.')],
    ['UTCTime', time.slice(0, 8)],
  ]
}

/** What the clocks show of a game that is on. */
function liveOf({ live, clock }: CloudGame): Pick<SourceGame, 'live'> {
  if (!live || !clock) return {}
  const running = clock.run === true ? 'white' : clock.run === false ? 'black' : null
  const [white, black] = [Math.round(clock.white * 1000), Math.round(clock.black * 1000)]
  return { live: { white, black, running, at: clock.time } }
}
