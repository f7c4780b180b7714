/** The result that a PGN text gives, entered by the operator where the board does not say it by itself. */
import { type PgnGame, type PgnResult, readResult, tagOf } from '../../domain/pgn/index.ts'
import type { GameReporter } from '../../domain/reports/game-reporter.ts'
import type { Points } from '../../events/index.ts'
import { type ImportWarning, importWarning } from './import-remarks.ts'

type Score = readonly [white: Points, black: Points]

const SCORES: Readonly<Record<Exclude<PgnResult, '*'>, Score>> = {
  '1-0': ['1', '0'],
  '0-1': ['0', '1'],
  '1/2-1/2': ['½', '½'],
  '0-0': ['0', '0'],
  '1/2-0': ['½', '0'],
  '0-1/2': ['0', '½'],
  '+:-': ['+', '-'],
  '-:+': ['-', '+'],
  '-:-': ['-', '-'],
}

/** Words of `Termination` that, without a move made, mean a forfeit. */
const FORFEITS = /forfeit|infraction|abandon|default|no[- ]?show/i

const FORFEITED: Readonly<Record<Points, Points>> = { '1': '+', '0': '-', '½': '½', '+': '+', '-': '-' }

/** Whether it is another one than the board's, which only an arbiter may put in its place. */
export function reportResult(game: PgnGame, reporter: GameReporter, warnings: ImportWarning[]): boolean {
  const score = scoreOf(game, warnings)
  if (score === null) return false
  const [white, black] = score
  const known = reporter.fold.state.result
  if (known !== null && known.white === white && known.black === black) return false
  if (known !== null) {
    const slots = { white: known.white, black: known.black, rule: known.rule ?? '' }
    warnings.push(importWarning(game.startLine, game.moves.length, 'board-result', slots))
  }
  reporter.report(`pgn-result-${idOf(white)}${idOf(black)}`, 'result-set', 'operator', {
    white,
    black,
    reason: 'imported',
  })
  return known !== null
}

/** Ids take letters and digits only. */
const idOf = (points: Points): string => ({ '1': '1', '0': '0', '½': 'h', '+': 'w', '-': 'f' })[points]

/** The tag comes before the marker: tournament programs correct it and write what no marker can say. */
function scoreOf(game: PgnGame, warnings: ImportWarning[]): Score | null {
  const tag = tagOf(game, 'Result')?.trim()
  const read = tag === undefined ? null : readResult(tag)
  if (tag !== undefined && read === null)
    warnings.push(importWarning(game.startLine, 0, 'no-result', { text: tag }))
  const stated = read !== null && read !== '*' ? read : game.result
  if (stated === '*') return null
  const [white, black] = SCORES[stated]
  const nobodyCame = stated === '0-0' || FORFEITS.test(tagOf(game, 'Termination') ?? '')
  return game.moves.length === 0 && nobodyCame ? [FORFEITED[white], FORFEITED[black]] : [white, black]
}
