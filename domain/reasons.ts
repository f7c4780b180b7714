/**
 * Why a move is not legal, a text cannot be read or a position is illegal: reasons by their code, with the English sentence of
 * each. Why a request is refused is in `functions/refusal.ts` and docs/problems.md. No sentence cites an article, since its
 * number depends on the edition.
 */

/** What fills a slot: a number (ms where the name ends in `Ms`), a word as it is written, several words, or another remark. */
export type RemarkParam = string | number | readonly string[] | Remark

/** A fact by its code. Its sentence is made in the reader's language when it is shown. */
export interface Remark {
  code: string
  params: Readonly<Record<string, RemarkParam>>
}

/** The English sentence of each reason; `{slot}` stands for a value. */
export const EN_REASONS = {
  white: 'White',
  black: 'Black',
  'white-lower': 'white',
  'black-lower': 'black',
  pawn: 'pawn',
  knight: 'knight',
  bishop: 'bishop',
  rook: 'rook',
  queen: 'queen',
  king: 'king',
  standard: 'standard',
  rapid: 'rapid',
  blitz: 'blitz',
  'king-side': 'king-side',
  'queen-side': 'queen-side',
  'no-piece': 'no piece stands on {square}',
  'not-on-move': "the {piece} on {square} is {owner}'s, and {side} is on move",
  'no-castling-here': 'castling is not possible here',
  'own-piece': '{square} is occupied by a piece of the same colour',
  'king-capture': 'a king is never captured',
  'not-there': 'the {piece} on {square} does not move to {to}',
  'must-promote': 'the pawn on {square} must be promoted to Q, R, B or N',
  'no-promotion': 'there is no promotion on {square}',
  'own-king': 'it would leave the player’s own king attacked',
  'of-piece': '{why} (the {piece} on {square})',
  'illegal-here': '"{text}" is illegal here: {why}',
  'may-not-castle': '{side} may not castle {way} now',
  'no-pawn-captures': 'no {side} pawn{place} can capture so',
  'none-there': 'no {piece} stands on {square}',
  'none-to-go': 'there is no {side} {piece}{place} to go to {to}',
  'none-can-go': 'no {side} {piece}{place} can go to {to}',
  unreadable:
    '"{text}" is no move: a piece letter ({letters}, none for a pawn) and a square are due, such as {example}, or O-O',
  'no-promotion-piece': '"{text}" names no promotion piece: =Q, =R, =B or =N is due after the square',
  ambiguous:
    '"{text}" is ambiguous: the {piece}s on {squares} may both be meant; the file or the rank moved from is due',
  'both-castlings': '"{text}" is ambiguous: both castlings are legal; the side is due',
  'ambiguous-heard':
    '"{text}" is ambiguous: the pieces on {squares} can go there; the square moved from is due',
  incomplete: '"{text}" is incomplete: the promotion piece is to be named too',
  'illegal-position': 'illegal position: {why}',
  'no-king': '{side} has no king; each side has one',
  kings: '{side} has {n} kings; each side has one',
  'pawn-first': 'a pawn of {side} stands on the first rank',
  'pawn-eighth': 'a pawn of {side} stands on the eighth rank',
  pawns: '{side} has {n} pawns; there are eight',
  promoted: '{side} has {n} promoted pieces and {m} pawns; together there are eight at most',
  'in-check-off': '{side} is in check though {other} is on move',
  'many-checks': "{side}'s king is in check by {n} pieces; one move gives two at most",
  'none-uncovered': "{side}'s king is in check by two pieces of which neither can have been uncovered",
  'both-ends': "{side}'s king is in check from both ends of a line",
  'on-square': ' on {square}',
  'on-file': ' on the {file}-file',
  'on-rank': ' on rank {n}',
} as const

type SlotsIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotsIn<Rest>
  : never

/** The arguments that a code needs besides: a value for each slot of its English text, none where it has no slot. */
export type ArgumentsOf<Text extends string> =
  SlotsIn<Text> extends never ? [] : [params: { [Slot in SlotsIn<Text>]: RemarkParam }]

type ReasonCode = keyof typeof EN_REASONS

/** A reason by its code, e.g. `reason('no-piece', { square: 'e4' })`. */
export const reason = <Code extends ReasonCode>(
  code: Code,
  ...[params]: ArgumentsOf<(typeof EN_REASONS)[Code]>
): Remark => ({ code, params: params ?? {} })

type EnglishTable = Readonly<Record<string, string>>

function inEnglishOf(english: EnglishTable, { code, params }: Remark): string {
  const valueText = (value: RemarkParam): string => {
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    return 'code' in value ? inEnglishOf(english, value) : value.join(' ')
  }
  return (english[code] ?? '').replaceAll(/\{(\w+)\}/g, (_, slot: string) => valueText(params[slot] ?? ''))
}

/** A reason as its English sentence. */
export const reasonInEnglish = (remark: Remark): string => inEnglishOf(EN_REASONS, remark)

export interface RemarkTable<Table extends EnglishTable> {
  /** A remark by its code, with a value for each slot of its English sentence. */
  remark<Code extends keyof Table & string>(code: Code, ...[params]: ArgumentsOf<Table[Code]>): Remark
  /** Its sentence; values that are remarks themselves may be of this table or reasons. */
  inEnglish(remark: Remark): string
}

/** The remarks of one part of the program, from a table of codes and English sentences with `{slot}` for a value. */
export function remarkTable<Table extends EnglishTable>(english: Table): RemarkTable<Table> {
  const all: EnglishTable = { ...EN_REASONS, ...english }
  return {
    remark: (code, ...[params]) => ({ code, params: params ?? {} }),
    inEnglish: (remark) => inEnglishOf(all, remark),
  }
}
