/** A game's state as PGN, in one of the views that show what PGN has no place for. */
import { omit } from '../../events/omit.ts'
import type { Castling } from '../../events/vocabulary.ts'
import { parseFen } from '../chess/index.ts'
import {
  fenOf,
  type GameState,
  movesAfterEnd,
  type Point,
  type PublicMoveAfterEnd,
  pathOf,
} from '../game/index.ts'
import { type PgnCommand, type WritableGame, type WritableMove, writePgnFile } from '../pgn/index.ts'
import { liveTags, tagsAsTheyHold } from './pgn-live.ts'
import { resultTexts, terminationOf } from './pgn-result.ts'
import { breakText, type LegalRun, settableRun, skippedText, splitIntoRuns } from './pgn-runs.ts'
import { annotationsOf, isTagName, KINGS_KEY, type PlySource, REASON_COMMAND } from './pgn-source.ts'
import { pathFromStart, setupComments } from './pgn-start.ts'
import { describingTags, importedTags, START_TAGS, seatTags, tagsFrom } from './pgn-tags.ts'
import { moveTimes } from './pgn-times.ts'
import { type UnplayedMove, unplayedMoves } from './pgn-unplayed.ts'
import type { PgnOptions, PgnSeat, PgnView } from './pgn-view.ts'

/** A game to be written: its id, and where it sits now if that is another board than it was opened at. */
export interface PgnInput {
  readonly game: string
  readonly state: GameState
  readonly seat?: PgnSeat | undefined
}

/** One game's PGN; in the split view as many games as it takes. The same state always gives the same bytes. */
export const renderPgn = (
  state: GameState,
  game: string,
  view: PgnView = 'strict',
  options: PgnOptions = {},
): string => renderPgnFile([{ game, state }], view, options)

/** The PGN of several games, in their order. */
export const renderPgnFile = (
  games: readonly PgnInput[],
  view: PgnView = 'strict',
  options: PgnOptions = {},
): string => writePgnFile(games.flatMap((game) => pgnGames(game, view, options)))

type Source = ((ply: number) => PlySource) | null

function pgnGames(
  shown: PgnInput,
  view: PgnView,
  { dialect = 'standard', clocks = true }: PgnOptions,
): WritableGame[] {
  const { state, game } = shown
  const path = pathOf(state)
  const { way, anew } = pathFromStart(path)
  const runs = shownRuns(state, way, view)
  const notes = setupComments(state, path)
  const source: Source =
    state.details?.source?.kind === 'pgn' ? annotationsOf(state.details.source.tags ?? {}) : null
  const texts = resultTexts(state.result, dialect)
  const played = path.filter(({ move }) => move !== null).length
  const afterEnd = movesAfterEnd(state)
  const unread = unplayedMoves(state, played + afterEnd.length)
  const tags = tagsOf(shown, clocks, view, anew ? fenOf(state.points, way[0]) : null)
  // An import has the tag where its text has it.
  const hasCount = source === null || tags['PlyCount'] !== undefined
  return runs.map((run, index) => {
    const isLast = index === runs.length - 1
    const beyond = isLast ? { afterEnd, unread } : { afterEnd: [], unread: [] }
    const { before, moves } = movesOf(state, run, index === 0, source, beyond, view, notes)
    const own = index === 0 ? tags : partTags(state, tags, run, `${game}-part${index + 1}`)
    const written = {
      before,
      moves,
      tags: Object.entries({ ...own, ...endTags(isLast ? texts.tag : '*', moves.length, hasCount) }),
      result: isLast ? texts.marker : '*',
    } satisfies WritableGame
    return clocks ? written : withoutTimes(written)
  })
}

/** `Result` and `PlyCount` agree with the marker and the moves that are written here (standard, 8.1.1.7 and 9.8.2). */
const endTags = (Result: string, plies: number, hasCount: boolean) => ({
  Result,
  ...(hasCount && { PlyCount: String(plies) }),
})

/** What follows the moves of the game: moves played on after its end, and texts that could not be played. */
interface Beyond {
  readonly afterEnd: readonly PublicMoveAfterEnd[]
  readonly unread: readonly UnplayedMove[]
}

/** The number of the start is not that of the position in which a later part begins. */
function partTags(
  { points }: GameState,
  tags: Readonly<Record<string, string>>,
  { start }: LegalRun,
  GameId: string,
) {
  return { ...omit(tags, 'StartNumber'), SetUp: '1', FEN: fenOf(points, start), GameId }
}

function shownRuns({ points }: GameState, path: readonly Point[], view: PgnView): LegalRun[] {
  if (view === 'text') return splitIntoRuns(path, false)
  const [first, ...others] = splitIntoRuns(path, true) as [LegalRun, ...LegalRun[]]
  return view === 'strict'
    ? [first]
    : [first, ...others.flatMap((run) => settableRun(run, path, points) ?? [])]
}

/** The moves with their clocks, and at the end of the run why it ends. */
function movesOf(
  state: GameState,
  run: LegalRun,
  isFirst: boolean,
  source: Source,
  { afterEnd, unread }: Beyond,
  view: PgnView,
  notes: CommentsByPly,
): Required<Pick<WritableGame, 'before'>> & { readonly moves: readonly WritableMove[] } {
  const times = moveTimes(state, run.moves, source)
  const before: NonNullable<WritableGame['before']> = isFirst
    ? withComments(source?.(0) ?? {}, notes.get(0))
    : run.skipped.length > 0
      ? { comments: [skippedText(run.skipped)] }
      : {}
  const made = run.moves.map(({ ply, move }, index): WritableMove => {
    const shown = { ...source?.(ply), ...times[index], text: moveText(move, move.castling) }
    return withComments(shown, notes.get(ply))
  })
  const moves =
    view === 'text'
      ? [
          ...made,
          ...afterEnd.map(
            (move, index): WritableMove => ({
              ...source?.(move.ply),
              ...(move.clock !== null && { clk: move.clock }),
              text: moveText(move, state.afterEnd?.moves[index]?.castling),
            }),
          ),
          ...unread.map(({ ply, text }): WritableMove => ({ ...source?.(ply), clk: undefined, text })),
        ]
      : made
  const last = moves.pop()
  const { comments = [], commands = [] } = last ?? before
  const text = endText(state, run, view === 'text' ? { afterEnd: [], unread: [] } : { afterEnd, unread })
  const goesOn = run.next !== null || (view !== 'text' && unread.length > 0)
  const end = {
    comments: text === null ? comments : [...comments, text],
    commands: goesOn ? commands : withReason(commands, state),
  }
  return last === undefined
    ? { before: { ...before, ...end }, moves }
    : { before, moves: [...moves, { ...last, ...end }] }
}

/** An illegal castling is written as castling: its squares alone tell nothing of the rook. */
function moveText(
  { san, legal }: { readonly san: string; readonly legal: boolean },
  castling: Castling | null | undefined,
): string {
  if (legal || castling == null || !san.startsWith('K')) return san
  return castling === 'king-side' ? 'O-O' : 'O-O-O'
}

/** Sentences by the ply they come after. */
type CommentsByPly = ReadonlyMap<number, readonly string[]>

const withComments = <T extends { readonly comments?: readonly string[] | undefined }>(
  at: T,
  said: readonly string[] = [],
) => (said.length === 0 ? at : { ...at, comments: [...(at.comments ?? []), ...said] })

/** Why nothing follows, where the game went on; or what was written as moves at its end and was none. */
function endText(
  { details, verdicts, afterEnd: ended }: GameState,
  { next }: LegalRun,
  { afterEnd, unread: [first] }: Beyond,
): string | null {
  if (next !== null) return breakText(next, verdicts)
  if (afterEnd.length > 0) {
    const how = ended?.rule ? `ended here by the Laws (${ended.rule})` : 'had its result here'
    const moves = afterEnd.length === 1 ? 'one move was' : `${afterEnd.length} moves were`
    return `The game ${how}; ${moves} played on, from ${afterEnd[0]?.san}; the text view has the rest.`
  }
  if (first !== undefined)
    return `Here the text went on with ${first.text}, which nobody could replay; the text view has the rest.`
  const signal = details?.source?.tags?.[KINGS_KEY]
  return signal === undefined ? null : `Kings in the centre: ${signal}.`
}

/**
 * PGN cannot tell a resignation from an agreement: `[%rec reason,resignation]` names the rule by which the game ended. An
 * import whose text has such a command keeps it where the record knows no rule.
 */
function withReason(commands: readonly PgnCommand[], { result }: GameState): readonly PgnCommand[] {
  if (result === null || result.rule === null) return commands
  return [
    ...commands.filter(({ name }) => name !== REASON_COMMAND),
    { name: REASON_COMMAND, operands: ['reason', result.rule] },
  ]
}

/** An import's own tags come back as they were; the record's own say how the game ended and how far it is. */
function tagsOf(
  { state, game, seat }: PgnInput,
  clocks: boolean,
  view: PgnView,
  anewFrom: string | null,
): Record<string, string> {
  const { details } = state
  const source = details?.source?.kind === 'pgn' ? details.source : null
  const described: Record<string, string> = {
    ...(source === null ? describingTags(details, game) : importedTags(state, game)),
  }
  if (anewFrom !== null) {
    for (const name of START_TAGS) delete described[name]
    Object.assign(described, tagsFrom(anewFrom))
  }
  if (source === null)
    return {
      ...described,
      ...seatTags(details, seat),
      Termination: terminationOf(state),
      ...liveTags(state, clocks),
    }
  const written = Object.fromEntries(Object.entries(source.tags ?? {}).filter(([name]) => isTagName(name)))
  const sourceTags = tagsAsTheyHold(written, state, { view, clocks })
  // A FEN that cannot be set up stops a reader at once; only the text view has it.
  if (view !== 'text' && sourceTags['FEN'] !== undefined && !parseFen(sourceTags['FEN']).ok) {
    delete sourceTags['FEN']
    delete sourceTags['SetUp']
  }
  // A board that the text does not name, or that another game had by its own text, was the round's choice.
  const isMoved = described['Board'] !== undefined && isAtOtherBoard(details?.board, seat)
  return { ...described, ...sourceTags, ...(isMoved && seatTags(details, seat)) }
}

/** Whether a game whose text names a board sits at another one now; `A3`, which no round has, it never sat at. */
const isAtOtherBoard = (named: string | number | undefined, seat: PgnSeat | undefined): boolean =>
  Number.isInteger(Number(named)) && Number(named) > 0 && Number(named) !== Number(seat?.board)

const withoutTimes = (game: WritableGame): WritableGame => ({
  ...game,
  moves: game.moves.map((move) => omit(move, 'clk', 'emt')),
})
