/** `touchmove winnable FEN`: which side can still mate by some series of legal moves. */
import { Command, InvalidArgumentError } from 'commander'
import { ok, type Result } from '../../../../domain/result.ts'
import { SIDES } from '../../../../events/vocabulary.ts'
import { CommandFailure, EXIT_UNUSABLE } from '../failure.ts'
import { inputLines } from '../input.ts'
import { printLine, printNote } from '../print.ts'
import { createProgress } from '../progress.ts'

interface Options {
  readonly line?: true
  readonly budget: number
}

export const winnableCommand = (): Command =>
  new Command('winnable')
    .description('say which side can still mate by some series of legal moves, one line a FEN')
    .argument('[fen]', 'a FEN, or - for one a line on standard input', '-')
    .option('--line', 'add a line of moves (UCI) that mates')
    .option('--budget <nodes>', 'moves the search may make for each side', budgetOf, 500_000)
    .addHelpText(
      'after',
      '\nExit status: 0 all were read, 2 a FEN could not be; what is undetermined is no failure.',
    )
    .action(winnable)

/** The search stores each move it makes in some 60 bytes, so this many take 3 GB. */
const MAX_NODES = 50_000_000

function budgetOf(text: string): number {
  if (!/^\d{1,8}$/.test(text) || Number(text) > MAX_NODES)
    throw new InvalidArgumentError(`It is a whole number of moves from 0 to ${MAX_NODES}.`)
  return Number(text)
}

async function winnable(fen: string, options: Options): Promise<void> {
  const answer = await answerer(options)
  if (fen !== '-') {
    const found = answer(fen)
    if (!found.ok) throw new CommandFailure(found.error.message)
    printLine(found.value)
    return
  }
  const progress = createProgress()
  for await (const { number, text } of inputLines('-')) {
    progress.report(() => `line ${number}`)
    const found = answer(text)
    progress.done()
    if (found.ok) printLine(found.value)
    else {
      printNote(`touchmove: -:${number}: ${found.error.message}`)
      process.exitCode = EXIT_UNUSABLE
    }
  }
}

async function answerer({ line, budget }: Options): Promise<(fen: string) => Result<string>> {
  const { parseFen } = await import('../../../../domain/chess/index.ts')
  const { canMate } = await import('../../../../domain/winnable/index.ts')
  return (fen) => {
    const position = parseFen(fen.trim())
    if (!position.ok) return position
    const words = SIDES.map((side) => {
      const found = canMate(position.value, side, { nodes: budget })
      const mating = line && found.answer === 'yes' ? ` (${found.line.join(' ')})` : ''
      return `${side}=${found.answer}${mating}`
    })
    return ok(words.join(' '))
  }
}
