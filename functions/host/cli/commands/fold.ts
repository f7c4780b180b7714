/** `touchmove fold FILE`: events in, the public state out. */
import { Command } from 'commander'
import { CommandFailure } from '../failure.ts'
import { checkPointInTime, type PointInTimeOptions, withPointInTime } from '../point-in-time.ts'
import { printValue } from '../print.ts'

export const foldCommand = (): Command =>
  withPointInTime(
    new Command('fold')
      .description('fold events (one JSON object a line) and print the public state')
      .argument('<file>', 'recorded events, one JSON object a line, or - for standard input'),
  ).action(foldFile)

async function foldFile(file: string, options: PointInTimeOptions): Promise<void> {
  checkPointInTime(options)
  const { seq, at } = options
  const { fold, foldToInstant, foldToSeq, publicState } = await import('../../../../domain/game/index.ts')
  const { readEventLines } = await import('../event-lines.ts')
  const events = await readEventLines(file)
  if (events.length === 0) throw new CommandFailure(`${file}: there are no events in it`)
  if (seq !== undefined && seq > events.length)
    throw new CommandFailure(`--seq is ${seq}; the events end at ${events.length}`)
  const state =
    seq !== undefined ? foldToSeq(events, seq) : at !== undefined ? foldToInstant(events, at) : fold(events)
  printValue(publicState(state, at))
}
