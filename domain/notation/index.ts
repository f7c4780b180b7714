/** The entry of this folder: moves in the algebraic notation of any language (Appendix C), and spoken moves (Appendix D). */
export { parseAnnouncement } from './announcement.ts'
export { VOICES, type Voice } from './announcement-words.ts'
export { writeAnnouncement } from './announcement-write.ts'
export { languageOfFederation } from './federations.ts'
export { LANGUAGES, type Language } from './languages.ts'
export { isMoveText, type MoveReading, namedByText, parseSan, readMoveText } from './parse.ts'
export { writeSan, writeSanAndPlay } from './write.ts'
