/** `touchmove judge FILE…`: runs case files and says which cases hold. */
import { Command } from 'commander'
import { type Case, parseCase } from '../../../../domain/cases/case.ts'
import type { RuleId } from '../../../../domain/editions/rules.ts'
import { errorMessage } from '../../../error-message.ts'
import { collectOption } from '../collect-option.ts'
import { CommandFailure, EXIT_DOES_NOT_HOLD, EXIT_UNUSABLE } from '../failure.ts'
import { inputLines } from '../input.ts'
import { printJson, printLine, printNote } from '../print.ts'

interface Options {
  readonly json?: true
  readonly failures?: true
  readonly only?: string
  readonly without: readonly string[]
}

/** One case's outcome; `difference` says what differed first. */
interface Outcome {
  readonly id: string
  readonly ok: boolean
  readonly difference?: string
}

export function judgeCommand(): Command {
  return new Command('judge')
    .description('run case files and print one line a case: ok, or what differed')
    .argument('<file...>', 'case files (JSON Lines), or - for standard input')
    .option('--only <text>', 'run the cases whose id holds this text')
    .option(
      '--without <rule>',
      'leave this rule of the Laws out of force; may be given again',
      collectOption,
      [],
    )
    .option('--failures', 'print failed cases only')
    .option('--json', 'print one object a case: {"id", "ok", "difference"}')
    .addHelpText('after', '\nExit status: 0 all hold, 1 some failed, 2 a file or a line could not be read.')
    .action(judge)
}

async function judge(files: readonly string[], options: Options): Promise<void> {
  const { caseDifference } = await import('../../../../domain/cases/run.ts')
  const without = await rulesNamed(options.without)
  let passed = 0
  let failed = 0
  for (const file of files) {
    for await (const given of readCases(file)) {
      if (options.only !== undefined && !given.id.includes(options.only)) continue
      const difference = attempt(() => caseDifference(given, { without }))
      if (difference === null) passed++
      else failed++
      if (difference !== null || !options.failures) print(outcome(given.id, difference), options)
    }
  }
  const summary = `${passed} passed, ${failed} failed`
  if (options.json) printNote(summary)
  else printLine(summary)
  if (failed > 0) process.exitCode ??= EXIT_DOES_NOT_HOLD
}

async function rulesNamed(names: readonly string[]): Promise<RuleId[]> {
  const { RULE_IDS } = await import('../../../../domain/editions/rules.ts')
  return names.map((name) => {
    const rule = RULE_IDS.find((id) => id === name)
    if (rule === undefined)
      throw new CommandFailure(`--without ${name}: there is no such rule; docs/laws.md lists them`)
    return rule
  })
}

/** Runs a case. The fold should never throw: where it does all the same, this case fails and the others are still run. */
function attempt(run: () => string | null): string | null {
  try {
    return run()
  } catch (error) {
    return `it threw: ${errorMessage(error)}`
  }
}

/** The cases of a file. A line that is no case is reported and makes the exit status 2; the lines after it are still read. */
async function* readCases(file: string): AsyncGenerator<Case> {
  for await (const { number, text } of inputLines(file)) {
    const given = parseCase(text)
    if (given.ok) yield given.value
    else {
      printNote(`touchmove: ${file}:${number}: ${given.error.message}`)
      process.exitCode = EXIT_UNUSABLE
    }
  }
}

const outcome = (id: string, difference: string | null): Outcome =>
  difference === null ? { id, ok: true } : { id, ok: false, difference }

function print(result: Outcome, { json }: Options): void {
  const { id, ok, difference } = result
  if (json) printJson(result)
  else printLine(ok ? `ok ${id}` : `FAIL ${id}: ${difference}`)
}
