/** Notation: Appendix C in any language and form, Appendix D's spoken moves. */
export { parseAnnouncement } from './announcement.ts'
export { LANGUAGES, type Language } from './languages.ts'
export { isMoveText, type MoveReading, parseSan, readMoveText } from './parse.ts'
export { writeSan, writeSanAndPlay } from './write.ts'
