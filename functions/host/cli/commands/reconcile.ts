/** `touchmove reconcile GAME`: compares both players' scoresheets with the board: where they differ, and what they show together. */
import { Command } from 'commander'
import { fetchEvents } from '../event-lines.ts'
import { CommandFailure, EXIT_DOES_NOT_HOLD } from '../failure.ts'
import { printLine, printValue } from '../print.ts'
import { type RecordOptions, readRecord, withRecordOptions } from '../record-client.ts'

interface Options extends RecordOptions {
  readonly board: boolean
  readonly json?: true
}

export const reconcileCommand = (): Command =>
  withRecordOptions(
    new Command('reconcile')
      .description(
        "read both players' scoresheets beside the board: where they differ, what they say together",
      )
      .argument('<game>', 'its id')
      .option('--no-board', 'from the two scoresheets alone, as a reconstruction does (8.5.3, 8.6 of 2018)')
      .option('--json', 'print plies, differences, shifts and doubts'),
  ).action(print)

async function print(game: string, options: Options): Promise<void> {
  const { sheetsOf } = await import('../../../ingest/paper/sheets.ts')
  const { reconcile } = await import('../../../../domain/paper/index.ts')
  const events = await readRecord(options, (client) => fetchEvents(client, game))
  const papers = sheetsOf(events, options.board)
  if (papers === null)
    throw new CommandFailure(`${game}: the record does not say from which position it began`)
  const reconciled = reconcile(papers)
  if (reconciled.differences.length + reconciled.doubts.length + reconciled.shifts.length > 0)
    process.exitCode = EXIT_DOES_NOT_HOLD
  if (options.json) return printValue(reconciled)
  const lines = [
    `White's sheet has ${papers.white.length} moves, Black's ${papers.black.length}, the board ${papers.board.length}`,
    reconciled.differsFrom === null ? 'they agree' : `they differ from ply ${reconciled.differsFrom}`,
    ...reconciled.shifts.map(
      ({ side, ply, by, orAt }) =>
        `  ${moveNumber(ply)} ${side}'s sheet ${by < 0 ? 'leaves out' : 'has once more'} ${halfMoves(by)} here${joinWithOr(orAt)}; it is read in step again from there`,
    ),
    ...reconciled.differences.map(({ ply, said, legal, agree }) => {
      const words = Object.entries(said).map(([who, text]) => `${who} ${text}`)
      const none = legal.length === 0 ? 'none is legal' : `legal: ${legal.join(', ')}`
      return `  ${moveNumber(ply)} ${words.join(', ')} (${none}; taken: ${agree.join(', ') || 'none of them'})`
    }),
    ...reconciled.doubts.map((doubt) => `  ${moveNumber(doubt.ply)} ${describeCandidates(doubt.candidates)}`),
    reconciled.plies.map(({ ply, san }) => (ply % 2 === 1 ? `${(ply + 1) / 2}. ${san}` : san)).join(' '),
  ]
  for (const line of lines) printLine(line)
}

function describeCandidates(candidates: readonly string[]): string {
  const [only, another] = candidates
  if (only === undefined) return 'and on: what is written there cannot be read in the position reached'
  if (another === undefined)
    return `${only} rests on one sheet alone or on none, or the sheets may be out of step here`
  return `cannot be told: ${candidates.slice(0, 12).join(', ')}${candidates.length > 12 ? ' …' : ''}`
}

const halfMoves = (by: number): string => `${Math.abs(by)} half-move${Math.abs(by) === 1 ? '' : 's'}`

const joinWithOr = (places: readonly number[]): string =>
  places.length === 0 ? '' : ` (or, just as well, at ${places.map(moveNumber).join(', ')})`

const moveNumber = (ply: number): string => `${Math.ceil(ply / 2)}${ply % 2 === 1 ? '.' : '...'}`
