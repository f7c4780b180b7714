/** A game's state as PGN, in one of the views that show what PGN has no place for. */
import { face } from '../clock/index.ts'
import { type GameState, pathOf } from '../game/index.ts'
import {
  type PgnCommand,
  type WritableGame,
  type WritableMove,
  writeClock,
  writePgnFile,
} from '../pgn/index.ts'
import { resultTexts, terminationOf } from './pgn-result.ts'
import { breakText, type Run, runsOf } from './pgn-runs.ts'
import { annotationsOf, isTagName, type PlySource } from './pgn-source.ts'
import { describingTags } from './pgn-tags.ts'
import { timesOf } from './pgn-times.ts'
import type { PgnView } from './pgn-view.ts'

/** One game's PGN; in the split view as many games as it takes. The same state always gives the same bytes. */
export const renderPgn = (state: GameState, game: string, view: PgnView = 'strict'): string =>
  writePgnFile(pgnGames(state, game, view))

/** The PGN of several games, in their order. */
export const renderPgnFile = (
  games: readonly { readonly game: string; readonly state: GameState }[],
  view: PgnView = 'strict',
): string => writePgnFile(games.flatMap(({ game, state }) => pgnGames(state, game, view)))

type Source = ((ply: number) => PlySource) | null

function pgnGames(state: GameState, game: string, view: PgnView): WritableGame[] {
  const runs = runsOf(pathOf(state), view !== 'text')
  const shown = view === 'strict' ? runs.slice(0, 1) : runs
  const source: Source =
    state.details?.source?.kind === 'pgn' ? annotationsOf(state.details.source.tags ?? {}) : null
  const tags = tagsOf(state, game, view)
  return shown.map((run, index) => ({
    ...movesOf(state, run, index === 0, source),
    tags: Object.entries(
      index === 0 ? tags : { ...tags, SetUp: '1', FEN: run.start.fen, GameId: `${game}-part${index + 1}` },
    ),
    result: run.next === null ? resultTexts(state.result, view).marker : '*',
  }))
}

/** The moves with their clocks, and at the end of the run why it ends. */
function movesOf(
  state: GameState,
  run: Run,
  isFirst: boolean,
  source: Source,
): Pick<WritableGame, 'before' | 'moves'> {
  const times = timesOf(state, run.moves, source)
  const before = { ...(isFirst && source?.(0)) }
  const moves = run.moves.map(
    ({ ply, move }, index): WritableMove => ({ ...source?.(ply), ...times[index], text: move.san }),
  )
  const last = moves.pop()
  const { comments = [], commands = [] } = last ?? before
  const end =
    run.next === null
      ? { comments, commands: withReason(commands, state) }
      : { comments: [...comments, breakText(run.next)], commands }
  return last === undefined
    ? { before: { ...before, ...end }, moves }
    : { before, moves: [...moves, { ...last, ...end }] }
}

/**
 * PGN cannot tell a resignation from an agreement: `[%rec reason,resignation]` names the rule by which the game ended. An
 * import whose text has such a command keeps it where the record knows no rule.
 */
function withReason(commands: readonly PgnCommand[], { result }: GameState): readonly PgnCommand[] {
  if (result === null || result.rule === null) return commands
  return [
    ...commands.filter(({ name }) => name !== 'rec'),
    { name: 'rec', operands: ['reason', result.rule] },
  ]
}

/** An import's own tags come back as they were; the record's own say how the game ended and how far it is. */
function tagsOf(state: GameState, game: string, view: PgnView): Record<string, string> {
  const { details } = state
  const Result = resultTexts(state.result, view).tag
  const described = { ...describingTags(details, game), Result }
  if (details?.source?.kind !== 'pgn') return { ...described, ...playTags(state) }
  const kept = Object.entries(details.source.tags ?? {}).filter(([name]) => isTagName(name))
  return { ...described, ...Object.fromEntries(kept) }
}

function playTags(state: GameState): Record<string, string> {
  const plies = pathOf(state).filter(({ move }) => move !== null).length
  return {
    Termination: terminationOf(state),
    PlyCount: String(plies),
    ...(state.startedAt !== null && utcTags(state.startedAt)),
    ...(state.result === null && state.startedAt !== null && clockTags(state)),
  }
}

function utcTags(at: number): Record<string, string> {
  const text = new Date(at).toISOString()
  return { UTCDate: text.slice(0, 10).replaceAll('-', '.'), UTCTime: text.slice(11, 19) }
}

/** The clocks of a game in progress as of its last event, as LiveChess and Lichess use these tags. */
function clockTags({ clock, at }: GameState): Record<string, string> {
  if (clock.control === null) return {}
  const { white, black, running } = face(clock, at)
  const letter = running === null ? 'N' : running === 'white' ? 'W' : 'B'
  return {
    Clock: `${letter}/${writeClock(running === 'black' ? black : white)}`,
    WhiteClock: writeClock(white),
    BlackClock: writeClock(black),
    ReferenceTime: new Date(at).toISOString(),
  }
}
