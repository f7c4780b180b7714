/** `touchmove simulate`: plays a round on simulated sensor boards, live. */
import { Command, InvalidArgumentError } from 'commander'
import {
  broadcastSimulation,
  type Simulation,
  type SimulationProgress,
  simulatedRoundOf,
} from '../../simulate/broadcast.ts'
import { printLine, printNote } from '../print.ts'
import { createProgress } from '../progress.ts'
import { type RecordClient, type RecordOptions, withRecordOptions, writeRecord } from '../record-client.ts'

interface Options extends RecordOptions {
  readonly boards: number
  readonly speed: number
  readonly seed: number
  readonly plies: number
}

export const simulateCommand = (): Command =>
  withRecordOptions(
    new Command('simulate')
      .description('play a round on simulated sensor boards, live; Ctrl-C ends it')
      .option('--boards <n>', 'how many boards', wholeIn(1, 200), 20)
      .option(
        '--speed <n>',
        'how many times faster than usual players think; hands become three times faster at most',
        numberIn(1, 100),
        10,
      )
      .option('--seed <n>', 'the same number, the same round', wholeIn(0, 1_000_000_000), 1)
      .option('--plies <n>', 'the longest game, in plies', wholeIn(1, 400), 120),
  ).action((options: Options) => writeRecord(options, (client) => simulate(client, options)))

function numberIn(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (text.trim() !== '' && number >= least && number <= most) return number
    throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`)
  }
}

function wholeIn(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = numberIn(least, most)(text)
    if (Number.isInteger(number)) return number
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`)
  }
}

async function simulate(client: RecordClient, { boards, speed, seed, plies }: Options): Promise<void> {
  const stop = new AbortController()
  const end = () => stop.abort()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  const simulation: Simulation = {
    boards,
    speed,
    seed,
    plies,
    start: Date.now(),
    signal: stop.signal,
  }
  const { tournament, round } = simulatedRoundOf(simulation)
  printNote(
    `touchmove: ${simulation.boards} boards, round ${round} of ${tournament}; seed ${simulation.seed}; Ctrl-C ends it`,
  )
  printNote(
    client.stream === undefined
      ? 'touchmove: no host serves this record, so nobody sees it live; start `touchmove serve` first to watch'
      : `touchmove: watch it on the host's page, or a board with \`touchmove watch ${tournament}-1\``,
  )
  const progress = createProgress()
  try {
    const last = await broadcastSimulation(client, simulation, (standing) => {
      progress.report(() => lineOf(standing, simulation.boards))
    })
    progress.done()
    printNote(`touchmove: ${stop.signal.aborted ? 'stopped' : 'played'}: ${lineOf(last, simulation.boards)}`)
    printLine(tournament)
  } finally {
    progress.done()
    process.removeListener('SIGINT', end)
    process.removeListener('SIGTERM', end)
  }
}

const lineOf = ({ sent, asked, over }: SimulationProgress, boards: number): string =>
  `${sent} reports, ${asked} questions answered, ${over} of ${boards} games over`
