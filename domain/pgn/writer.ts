/** Games written in PGN export format (standard, 8.2): the same game always gives the same bytes. */
import { writeClock } from './clock-text.ts'
import type { PgnAnnotations, PgnCommand, PgnResult, PgnTag } from './game.ts'

/** What a writer needs of a game. A `PgnGame` has all of it. */
export interface WritableGame {
  readonly tags: readonly PgnTag[]
  readonly before?: Partial<PgnAnnotations>
  readonly moves: readonly WritableMove[]
  readonly result: PgnResult
}

export interface WritableMove extends Partial<Readonly<PgnAnnotations>> {
  readonly text: string
  readonly variations?: readonly string[]
}

/** The Seven Tag Roster, each with its value where nothing is known; these tags are always written, and first. */
const ROSTER: readonly PgnTag[] = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['White', '?'],
  ['Black', '?'],
  ['Result', '*'],
]

/** The order of the other tags; those not named here come last, in ASCII order. */
const ORDER = [
  ...ROSTER.map(([name]) => name),
  ...[
    'WhiteElo',
    'BlackElo',
    'WhiteTitle',
    'BlackTitle',
    'WhiteFideId',
    'BlackFideId',
    'WhiteTeam',
    'BlackTeam',
  ],
  ...['TimeControl', 'UTCDate', 'UTCTime', 'Board', 'ECO', 'Opening', 'Variation', 'Variant', 'SetUp', 'FEN'],
  ...['Termination', 'PlyCount', 'GameId', 'Clock', 'WhiteClock', 'BlackClock', 'ReferenceTime', 'Mode'],
]

/** Lines have fewer than 80 characters. */
const MAX_LINE_WIDTH = 79

/**
 * One game, ending with a line feed.
 *
 * @example
 * ```ts
 * import { readPgn, writePgn } from 'touchmove/pgn'
 *
 * const [game] = readPgn('1. e4 e5 *')
 * if (game === undefined) throw new Error('no game was read')
 * const tags = [['White', 'Morphy'], ['Black', 'Anderssen']] as const
 * console.log(writePgn({ ...game, tags }).split('\n').slice(4, 6).join(' '))
 * // [White "Morphy"] [Black "Anderssen"]
 * ```
 */
export function writePgn(game: WritableGame): string {
  const tags = sortedTags(game).map(([name, value]) => `[${name} "${escaped(value)}"]\n`)
  return `${tags.join('')}\n${wrapped(movetext(game))}\n`
}

/** Several games of one file, with a blank line between them. */
export const writePgnFile = (games: readonly WritableGame[]): string => games.map(writePgn).join('\n')

function sortedTags(game: WritableGame): PgnTag[] {
  const missing = ROSTER.filter(([name]) => !game.tags.some(([given]) => given === name))
  const rank = (name: string): number => {
    const place = ORDER.indexOf(name)
    return place < 0 ? ORDER.length : place
  }
  const filled = missing.map(([name, unknown]): PgnTag => [name, name === 'Result' ? game.result : unknown])
  return [...game.tags, ...filled].sort(
    ([a], [b]) => rank(a) - rank(b) || (rank(a) < ORDER.length || a === b ? 0 : a < b ? -1 : 1),
  )
}

/** Backslash and quotation mark are the only escapes; a value has no line breaks. */
const escaped = (value: string): string => value.replace(/[\\"]/g, '\\$&').replace(/\s/g, ' ')

/** The units between which a line may break. */
function movetext(game: WritableGame): string[] {
  const { number, blackFirst } = firstMove(game.tags)
  const units: string[] = [...annotations(game.before ?? {})]
  let interrupted = true
  for (const [index, move] of game.moves.entries()) {
    const ply = index + (blackFirst ? 1 : 0)
    const fullmove = number + (ply >> 1)
    if (ply % 2 === 0) units.push(`${fullmove}.`)
    else if (interrupted) units.push(`${fullmove}...`)
    units.push(...move.text.split(/\s+/).filter((word) => word !== ''))
    const notes = [...annotations(move), ...(move.variations ?? []).flatMap(variation)]
    interrupted = notes.length > 0
    units.push(...notes)
  }
  units.push(game.result)
  return units
}

/** The number and side of the first move, as the FEN has them. */
function firstMove(tags: readonly PgnTag[]): { number: number; blackFirst: boolean } {
  const fen = tags.find(([name]) => name === 'FEN')?.[1].split(/\s+/)
  const number = Number(fen?.[5] ?? 1)
  return { number: Number.isInteger(number) && number >= 0 ? number : 1, blackFirst: fen?.[1] === 'b' }
}

/** Glyphs, then a comment that begins with the commands; further comments in braces of their own. */
function annotations({
  nags = [],
  clk,
  emt,
  commands = [],
  comments = [],
}: Partial<PgnAnnotations>): string[] {
  const times = [
    ...(clk === undefined ? [] : [`[%clk ${writeClock(clk)}]`]),
    ...(emt === undefined ? [] : [`[%emt ${writeClock(emt)}]`]),
    ...commands.map(commandText),
  ].join('')
  const [first = '', ...more] = comments.map(escapeComment)
  const head = `${times}${times !== '' && first !== '' ? ' ' : ''}${first}`
  const braced = [head, ...more].filter((text) => text !== '').flatMap((text) => breakable(`{${text}}`))
  return [...nags.map((nag) => `$${nag}`), ...braced]
}

/** `[%name operand,operand]`; an operand with a comma or a bracket is quoted. */
const commandText = ({ name, operands }: PgnCommand): string =>
  `[%${[name, ...(operands.length > 0 ? [operands.map(operandText).join(',')] : [])].join(' ')}]`
    .replaceAll('}', ')')
    .replace(/[\n\r]/g, ' ')

const operandText = (operand: string): string =>
  /[,\]]/.test(operand) ? `"${operand.replaceAll('"', "'")}"` : operand

/** A comment cannot hold its own end, and its text is no command. */
const escapeComment = (text: string): string =>
  text.replaceAll('}', ')').replaceAll('[%', '[ %').trim().replace(/\s+/g, ' ')

const variation = (text: string): string[] => breakable(`(${text})`)

/**
 * Cuts at spaces, but not inside a command, and never so that a line could begin with `%`, which would make it an
 * escape, or with what looks like a tag.
 */
function breakable(text: string): string[] {
  const units: string[] = []
  for (const word of text.split(' ')) {
    const last = units.length - 1
    const open = last >= 0 && units[last]!.lastIndexOf('[%') > units[last]!.lastIndexOf(']')
    if (last >= 0 && (open || /^(?:%|\[[A-Za-z0-9_])/.test(word))) units[last] += ` ${word}`
    else units.push(word)
  }
  return units
}

function wrapped(units: readonly string[]): string {
  let text = ''
  let width = 0
  for (const unit of units) {
    if (width > 0 && width + 1 + unit.length <= MAX_LINE_WIDTH) {
      text += ` ${unit}`
      width += 1 + unit.length
    } else {
      text += width > 0 ? `\n${unit}` : unit
      width = unit.length
    }
  }
  return text
}
