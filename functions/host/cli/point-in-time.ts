/** The options that name a point in time (`--seq`, `--at`), and the language in which verdicts are explained. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { EXPLANATION_LANGUAGES, type ExplanationLanguage } from '../../../domain/laws/text/phrase.ts'
import { CommandFailure } from './failure.ts'

export interface PointInTimeOptions {
  readonly seq?: number
  /** Milliseconds since 1970. */
  readonly at?: number
}

export const withPointInTime = (command: Command): Command =>
  command
    .option('--seq <n>', 'after this event', seqOf)
    .option('--at <instant>', 'at this instant, e.g. 2026-03-14T15:00:00.000Z', instantOf)

export interface LanguageOption {
  readonly language?: ExplanationLanguage
}

export const languageOption = (): Option =>
  new Option('--language <code>', 'explain each verdict in a sentence').choices(EXPLANATION_LANGUAGES)

export function checkPointInTime({ seq, at }: PointInTimeOptions): void {
  if (seq !== undefined && at !== undefined) throw new CommandFailure('give either --seq or --at')
}

function seqOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is the number of an event.')
  return Number(text)
}

/** Ms since 1970 of an RFC 3339 instant. A zone is required: without one the instant would depend on the machine. */
function instantOf(text: string): number {
  const at = Date.parse(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at)) {
    throw new InvalidArgumentError('It is an RFC 3339 instant such as 2026-03-14T15:00:00.000Z.')
  }
  return at
}
