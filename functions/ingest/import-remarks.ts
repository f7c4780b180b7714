/** Warnings of an import: codes with their English sentences, so that a page can show them in its language. */
import { PGN_PROBLEMS } from '../../domain/pgn/index.ts'
import { type ArgumentsOf, type Remark, type RemarkParam, remarkTable } from '../../domain/reasons.ts'
import type { Problem } from '../../domain/result.ts'

export const IMPORT_REMARKS = {
  ...PGN_PROBLEMS,
  'service-says': '{why}',
  'no-pgn': 'no PGN: neither a tag nor a move that can be read',
  'others-report': 'others report on this game at the same time; import it again',
  'result-not-entered': "the text's result is not entered: {why}",
  'other-words':
    'the record has this game with other words for {names}; they stay, and can be corrected there',
  'control-stays': 'the clocks go on by the time control of before: {why}',
  'id-used': 'the record has another game under the GameId {id}; this one goes in as {own}',
  'tags-used': 'the record has another game with the same tags, {id}; this one goes in as {own}',
  'unread-move': '{why}; this and what follows ({count}) is kept as written',
  'unread-move-language':
    '{why}; this and what follows ({count}) is kept as written; --language {language} reads it',
  'unread-move-languages':
    '{why}; this and what follows ({count}) is kept as written; --language {language} (or {others}) reads it',
  'not-legal': '{move} is no legal move; recorded as it was made',
  'after-result':
    'the game had ended by its result after ply {ply}; one more move is kept as played after the end',
  'after-result-many':
    'the game had ended by its result after ply {ply}; {count} more moves are kept as played after the end',
  'after-end': 'the game had ended by {rule} after ply {ply}; one more move is kept as played after the end',
  'after-end-many':
    'the game had ended by {rule} after ply {ply}; {count} more moves are kept as played after the end',
  'board-result': "the board says {white}-{black} ({rule}); the text's result is entered",
  'no-result':
    'Result "{text}" is none that PGN or a tournament program writes; it is kept as a tag of the record',
  'control-words': 'TimeControl "{text}" is free text; read as {signs}',
  'control-unnamed': 'the text names no time control; its readings fit {time} s and {bonus} s a move',
  'control-unread': 'TimeControl: {why}; its readings fit {time} s and {bonus} s a move',
  'comments-left-out': 'long comments left out: {count}',
  'variations-left-out': 'variations left out, which were not played: {count}',
  'tags-left-out': 'tags that are long, or called __proto__, are left out: {names}',
  'no-date': '{tag} "{text}" is not a date such as 2024.03.09; it is kept as a tag',
  'no-time-of-day': '{tag} "{text}" is not a time such as 14:30:00; it is kept as a tag',
  'no-time-control': '{tag} "{text}" is not a time control such as 40/5400+30:1800+30; it is kept as a tag',
  'no-name': '{tag} "{text}" is not a name of one line and at most 200 characters; it is kept as a tag',
  'no-fide-id': '{tag} "{text}" is not a FIDE id such as 14600000; it is kept as a tag',
  'no-rating': '{tag} "{text}" is not a rating up to 4000; it is kept as a tag',
  'no-title': '{tag} "{text}" is not a title of at most 16 characters; it is kept as a tag',
  'no-start': 'FEN: {why}; no move can be replayed',
  'setup-without-fen':
    'SetUp says that a FEN follows, and none does; the moves are played from the usual position',
  'setup-against-fen':
    'SetUp "0" says that the usual position begins, and there is a FEN; the moves are played from the FEN',
  'start-rook-letters':
    'FEN: its castling letters name rooks that stand on other squares than usual; read as Chess960, which no Variant says',
  'other-variant':
    'Variant "{variant}" is another game than chess; its moves are kept as written and not judged',
  'king-signal': '{move} is a king in the centre that says a result; no move',
} as const

type ImportTable = typeof IMPORT_REMARKS
type ImportCode = keyof ImportTable

/** Makes remarks on imports by their code, and their English sentences. */
export const importRemarks = remarkTable(IMPORT_REMARKS)

/** Something in a text that its reader should know of. */
export interface ImportWarning {
  /** 1-based, of the whole text. */
  readonly line: number
  /** From 1; 0: the game as a whole. */
  readonly ply: number
  /** In English. */
  readonly reason: string
  /** The same by its code, to be said in other languages. */
  readonly remark: Remark
  /** What is said once of a whole text, however many of its games have it: the tag that it is about, or its code. */
  readonly once?: string
  /** How its moves are read depends on it: the position from which they start, or the game that they are of. */
  readonly ofSetting?: true
}

/** A warning at a line and a ply of a text. */
export const warningAt = (line: number, ply: number, remark: Remark): ImportWarning => ({
  line,
  ply,
  reason: importRemarks.inEnglish(remark),
  remark,
})

/** The same of a remark that is made by its code. */
export const importWarning = <Code extends ImportCode>(
  line: number,
  ply: number,
  code: Code,
  ...params: ArgumentsOf<ImportTable[Code]>
): ImportWarning => warningAt(line, ply, importRemarks.remark(code, ...params))

/** Why something was refused, as far as it is known by its code. */
export const remarkParamOf = ({ message, reason }: Problem): RemarkParam => reason ?? message
