/** A game at one instant, as text for a person to read: what stood, what was touched, what the clocks showed, which verdicts stood. */
import { SIDES, type Side } from '../../events/index.ts'
import { type GameState, type PublicState, publicState, type Remark, type Verdict } from '../game/index.ts'
import { explainVerdict } from '../laws/text/explain.ts'
import type { ExplanationLanguage } from '../laws/text/phrase.ts'
import { remarkInWords } from '../laws/text/remark.ts'
import { EN_REMARKS } from '../laws/text/remarks/en.ts'
import { writeClock } from '../pgn/index.ts'
import { offeringSides } from './standing-offers.ts'

const NAMES: Record<Side, string> = { white: 'White', black: 'Black' }

const TIME_BASIS_TEXTS = {
  reported: 'instants as reported',
  derived: 'instants derived from the clocks in the imported text',
  none: 'the imported text gives no instants',
}

/**
 * `at`: the instant for which the clocks are computed (ms since 1970), by default that of the last event.
 * `language`: explains each verdict in a sentence below it.
 */
export function replayText(state: GameState, at: number = state.at, language?: ExplanationLanguage): string {
  const shown = publicState(state, at)
  const verdicts = shown.verdicts.flatMap((each) =>
    language === undefined ? [verdict(each)] : [verdict(each), `    ${explainVerdict(each, language)}`],
  )
  const lines = [
    ...heading(state),
    `after event ${state.seq}, at ${instant(at)}; ${TIME_BASIS_TEXTS[state.details?.source?.timeBasis ?? 'reported']}`,
    '',
    ...board(shown.boardFen),
    ...(shown.fen.startsWith(`${shown.boardFen} `)
      ? []
      : [`the board differs from the position: ${shown.fen}`]),
    `${NAMES[shown.turn]} to move, ${shown.status}; last moves: ${lastMoves(shown)}`,
    `clocks    ${clocks(shown)}`,
    `touched   ${touches(state, shown.turn)}`,
    ...(shown.mustPlay === null ? [] : [`must play ${shown.mustPlay.join(' ')}`]),
    ...offeringSides(shown).map((side, k) => `offer     a draw, by ${NAMES[side]}${k > 0 ? ' too' : ''}`),
    ...(verdicts.length === 0 ? ['verdicts  none'] : ['verdicts', ...verdicts]),
    ...(shown.result === null ? [] : [`result    ${result(shown.result)}`]),
  ]
  return `${lines.join('\n')}\n`
}

function heading({ details }: GameState): string[] {
  if (details === null) return ['a game that was not opened']
  const { white, black, event, round, board } = details
  const place = [
    event,
    round === undefined ? null : `round ${round}`,
    board === undefined ? null : `board ${board}`,
  ]
  const where = place.filter((part) => part !== null && part !== undefined).join(', ')
  return [`${white.name} – ${black.name}`, ...(where === '' ? [] : [where])]
}

const instant = (ms: number): string => new Date(ms).toISOString()

/** Eight ranks with their numbers, the files below. */
function board(placement: string): string[] {
  const ranks = placement.split('/').map((rank, index) => {
    const squares = [...rank].flatMap((sign) =>
      /\d/.test(sign) ? Array<string>(Number(sign)).fill('.') : [sign],
    )
    return `  ${8 - index}  ${squares.join(' ')}`
  })
  return [...ranks, '', '     a b c d e f g h', '']
}

const SHOWN_MOVES = 6

function lastMoves({ moves }: PublicState): string {
  if (moves.length === 0) return 'none'
  return moves
    .slice(-SHOWN_MOVES)
    .map(({ ply, san, legal }) => `${moveNumber(ply)} ${san}${legal ? '' : ' (not legal)'}`)
    .join('  ')
}

/** Counted from the first move of the record. */
const moveNumber = (ply: number): string => `${Math.ceil(ply / 2)}${ply % 2 === 1 ? '.' : '...'}`

function clocks({ clocks }: PublicState): string {
  if (clocks === null) return 'none'
  const faces = SIDES.map(
    (side) => `${NAMES[side]} ${writeClock(clocks[side])}${clocks.running === side ? ' (running)' : ''}`,
  )
  const flag =
    clocks.flag === null ? '' : `   flag down: ${clocks.flag === 'both' ? 'both' : NAMES[clocks.flag]}`
  return `${faces.join('   ')}${flag}`
}

function touches({ act }: GameState, turn: Side): string {
  if (act.touches.length === 0) return 'nothing on this move'
  const squares = act.touches.map(({ square, seq }) => `${square} (event ${seq})`).join(', ')
  return `${squares}, by ${NAMES[turn]}`
}

function verdict({ seq, rule, articles, against, status, remedy, options, notes }: Verdict): string {
  const due = [
    remedy.restore === null ? null : `restore event ${remedy.restore}`,
    ...SIDES.map((side) =>
      remedy.clock?.[side] ? `${remedy.clock[side] / 1000} s more for ${NAMES[side]}` : null,
    ),
    remedy.result === null ? null : `${remedy.result.white}-${remedy.result.black}`,
  ].filter((part) => part !== null)
  return [
    `  event ${seq}: ${rule}${articles.length > 0 ? ` (${articles.join(', ')})` : ''}`,
    against === null ? '' : `, against ${NAMES[against]}`,
    `: ${status}`,
    due.length > 0 ? `; due: ${due.join(', ')}` : '',
    options.length > 0 ? `; the arbiter may choose: ${options.map(english).join(' | ')}` : '',
    notes.length > 0 ? `; ${notes.map(english).join('; ')}` : '',
  ].join('')
}

const english = (remark: Remark): string => remarkInWords(remark, EN_REMARKS) ?? remark.code

function result({ white, black, rule, articles }: NonNullable<PublicState['result']>): string {
  const why = rule === null ? '' : ` by ${rule}${articles.length > 0 ? ` (${articles.join(', ')})` : ''}`
  return `${white}-${black}${why}`
}
