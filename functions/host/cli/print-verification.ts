/** What `verify` prints: a line for each stream and each fault, or an object with `--json`. */
import type { Verification } from '../../integrity/verify-stream.ts'
import { EXIT_DOES_NOT_HOLD } from './failure.ts'
import { printJson, printLine, printNote } from './print.ts'

/** Prints a fault: `value` with `--json`, else the line. The command then ends with EXIT_DOES_NOT_HOLD. */
export function reportBroken(json: true | undefined, value: object, line: string): void {
  if (json) printJson(value)
  else printLine(`BROKEN ${line}`)
  process.exitCode = EXIT_DOES_NOT_HOLD
}

/** Prints the line of a stream, and returns whether it holds. */
export function printVerification(found: Verification, json: true | undefined): boolean {
  const { stream, head, events, fault, erased, reading, anchored, changedReading } = found
  if (fault !== null) {
    reportBroken(
      json,
      found,
      `${stream}: ${fault.kind}: ${fault.message}; what comes before it holds (${fault.n - 1} commits, ${events} events)`,
    )
    return false
  }
  if (json) {
    printJson(found)
    return true
  }
  const read = reading === null ? '' : `, reading ${reading.reducer}:${reading.digest.slice(0, 16)}`
  const gone = erased === 0 ? '' : `, ${erased} events without their persons or words`
  const reach =
    anchored === null
      ? ', not anchored'
      : `, anchored to commit ${anchored.n} (anchor ${anchored.anchor}, ${anchored.at})`
  printLine(
    `ok ${stream}: ${head.n} commits, ${events} events, head ${head.hash.slice(0, 16)}${reach}${read}${gone}`,
  )
  if (changedReading !== null) {
    const { before, now } = changedReading
    printNote(
      `${stream}: the record is not altered; reducer ${before.reducer} read ${before.result}, reducer ${now.reducer} reads ${now.result} or other verdicts (docs/readings.md)`,
    )
  }
  return true
}
