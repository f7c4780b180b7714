/** Rounds folded up to the head of their own stream and cached in memory. */
import { applyRoundEvent, emptyRound, type RoundState } from '../../domain/state/round.ts'
import type { RoundEvent } from '../../events/index.ts'
import type { Ports } from '../ports.ts'
import { type StreamRecord, type Streams, warmStreams } from './streams.ts'

export type RoundRecord = StreamRecord<RoundState>
export type RoundStreams = Streams<RoundEvent, RoundState>

export const createRoundStreams = (
  ports: Pick<Ports, 'log' | 'persons' | 'registry' | 'singleWriter'>,
): RoundStreams => warmStreams(ports, { empty: emptyRound, apply: applyRoundEvent })

/** The round after event `seq`. */
export function roundAfter({ folded, seq: head }: RoundRecord, seq: number): RoundState {
  if (seq === head) return folded
  const round = emptyRound()
  for (const event of folded.events.slice(0, seq)) applyRoundEvent(round, event)
  return round
}
