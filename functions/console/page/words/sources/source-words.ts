/** The last words of sources and the warnings of imports in a language of the page; the texts are loaded with the office. */
import type { SOURCE_REMARKS } from '../../../../ingest/sources/source-remark.ts'

export type SourceWords = Readonly<Record<keyof typeof SOURCE_REMARKS, string>>
