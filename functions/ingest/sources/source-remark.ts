/** Remarks of sources: codes with their English sentences, so that a page can show them in its language. */
import { type ArgumentsOf, type Remark, remarkTable } from '../../../domain/reasons.ts'
import { IMPORT_REMARKS } from '../import-remarks.ts'

/** Fields of a game's description, as a sentence names them. */
export const FIELD_REMARKS = {
  'field-name': 'name',
  'field-title': 'title',
  'field-rating': 'rating',
  'field-fideId': 'fideId',
  'field-event': 'event',
  'field-site': 'site',
  'field-date': 'date',
  'field-start': 'start',
  'field-timeControl': 'timeControl',
  'field-play': 'play',
} as const

/** Of one source; `{what}` is another remark, `{why}` what a machine answered. */
export const SOURCE_REMARKS = {
  ...IMPORT_REMARKS,
  ...FIELD_REMARKS,
  'of-game': '{name}: {what}',
  'of-ply': 'ply {ply}: {what}',
  'of-board': 'board {serial}: {what}',
  'other-game': 'game {other} of that name is another one; this one is {id}',
  'its-id-used': 'its id is used',
  'other-source': 'game {id} gets its moves from elsewhere; it is left alone',
  'other-than-board':
    'ply {ply}: it reads {now}, the record {was}; the squares of the board decide, and an arbiter may correct it',
  'move-gone':
    'one move is gone, and none is left: the record keeps them. Were they not played, correct them in the record',
  'moves-gone':
    '{count} moves are gone, and none is left: the record keeps them. Were they not played, correct them in the record',
  'move-cut-off': 'one move is gone, but the text ends without a result or *: nothing is taken back',
  'moves-cut-off': '{count} moves are gone, but the text ends without a result or *: nothing is taken back',
  'move-unsure': 'one move is gone or told otherwise: taken back if the next look says so too',
  'moves-unsure': '{count} moves are gone or told otherwise: taken back if the next look says so too',
  'result-back': 'the result: {was} is taken back; it reads {now} now',
  'result-back-none': 'the result: {was} is taken back; it reads nothing now',
  'result-other': 'the result: {was} does not count any more; it reads {now} now',
  'moves-back': 'from ply {ply}: {was} is taken back; it reads {now} now',
  'moves-back-none': 'from ply {ply}: {was} is taken back; it reads nothing now',
  'detail-gone': "{side}'s {field} {was} is not told any more; it stays in the record",
  'detail-corrected': "{side}'s {field} {was} is corrected: {now}",
  'detail-new': "{side}'s {field} unknown is corrected: {now}",
  'detail-stays': "{side}'s {field} reads {now}; the record's {was} comes from elsewhere and stays",
  'detail-id':
    '{side} reads {name} and is not entered: the FIDE id {id} on record would be theirs; tell the source the id',
  'field-new': '{field} is told: {now}',
  'field-corrected': '{field} is corrected: {now}',
  'field-stays': '{field} reads {now}; what somebody else has put right stays',
  'tag-gone': '{tag} {was} is told no more',
  'tag-new': '{tag} is told: {now}',
  'reports-wait': '{why}; {count} reports are kept and sent again',
  'report-unsent': '{why}; 1 report is not sent',
  'reports-unsent': '{why}; {count} reports are not sent',
  'report-refused': '{type} at {at} is refused: {why}',
  'no-answer': '{url} does not answer: {why}',
  'answers-status': '{url} answers {status}',
  'answers-again': 'it answers again',
  'answer-large': '{url} is larger than 32 MB',
  'not-public': '{url} is no public address',
  'leads-elsewhere': '{url} leads to {to}, which is not followed',
  'leads-on': '{url} leads on more than {most} times',
  'no-cloud': '{url} is not what LiveChess Cloud serves',
  'place-unread': '{place} cannot be read: {why}',
  'two-results': "the game says {own}, the list says {listed}; the game's is taken",
  'move-unread': 'a move that cannot be read is left as it is',
  'board-state': 'LiveChess calls the board {state}',
  'board-unread': 'a board that cannot be read: {why}',
  'lever-agrees': "the lever agrees with the board: {side} is on move and {side}'s clock runs",
  'lever-straight':
    'the lever says {running}, the board says {turn} is on move: the clock is not taken until they agree; if it stands the other way round, write straight in the column clock',
  'lever-turned':
    'the lever says {running}, the board says {turn} is on move: the clock is not taken until they agree; if it stands the other way round, write turned in the column clock',
  'connection-ended': '{place}: the connection has ended; again in {seconds} s',
  'line-ended': '{place}: the line has ended; again in {seconds} s',
  'connection-failed': '{place}: {why}; again in {seconds} s',
  'computer-slow': "LiveChess's computer is {seconds} s slow; its times are mended",
  'computer-fast': "LiveChess's computer is {seconds} s fast; its times are mended",
  'board-unknown': 'LiveChess does not know it, game {game}',
  'board-away': 'not connected, game {game}',
  'board-listed': '{state}, game {game}',
  'board-game': 'game {game}',
  'livechess-answers': 'LiveChess answers: {why}',
  'no-livechess': "no message of LiveChess's: {text}",
  'board-turned': 'stands with White on the other side; its squares are turned round',
  'message-unread': 'a message that cannot be read: {why}',
  'board-strange': '{name} is none of the boards here; its messages are passed over',
  'board-unnamed': 'a board that is not named is none of the boards here; its messages are passed over',
  'game-failed': 'game {game}: {why}',
  'place-failed': '{place}: {why}',
} as const

type SourceTable = typeof SOURCE_REMARKS
export type SourceRemarkCode = keyof SourceTable

/** Makes remarks of sources by their code, and their English sentences. */
export const sourceRemarks = remarkTable(SOURCE_REMARKS)

/** Gets what a source says: in English, and the same by its code. */
export type OnSourceNote = (line: string, remark: Remark) => void

/** Passes a remark on, with its English sentence. */
export const noteRemark = (note: OnSourceNote, remark: Remark): void =>
  note(sourceRemarks.inEnglish(remark), remark)

/** The same of a remark that is made by its code. */
export const noteOf = <Code extends SourceRemarkCode>(
  note: OnSourceNote,
  code: Code,
  ...params: ArgumentsOf<SourceTable[Code]>
): void => noteRemark(note, sourceRemarks.remark(code, ...params))

/** What ends a source, or keeps it from beginning; `message` is the remark in English. */
export class SourceFailure extends Error {
  readonly remark: Remark

  constructor(remark: Remark) {
    super(sourceRemarks.inEnglish(remark))
    this.remark = remark
  }
}

/** A game that a source was to follow could not be followed: thrown before anything is reported of it. */
export class GameNotFollowed extends SourceFailure {
  override readonly name = 'GameNotFollowed'
}

/** A remark that quotes another service's own words. */
export const serviceSays = (why: string): Remark => sourceRemarks.remark('service-says', { why })
