/** Words of sources and imports in English: the sentences of those who say them. */
import { SOURCE_REMARKS } from '../../../../ingest/sources/source-remark.ts'
import type { SourceWords } from './source-words.ts'

const words: SourceWords = SOURCE_REMARKS
export default words
