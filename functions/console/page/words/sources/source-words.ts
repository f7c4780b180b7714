/** What sources say last, and what an import warns of, in a language of the page: the texts come with the office. */
import type { SOURCE_REMARKS } from '../../../../ingest/sources/source-remark.ts'

export type SourceWords = Readonly<Record<keyof typeof SOURCE_REMARKS, string>>
