/** Projects a round: what it says of itself, and which game sits at which board, both by the instants they were known. */
import type { RoundState } from '../../domain/state/round.ts'
import { loadCurrent } from '../app/access.ts'
import type { RoundLoader } from '../app/dependencies.ts'
import { roundStream } from '../app/stored-events.ts'
import type { Ports } from '../ports.ts'
import { roundHistory } from './round-history.ts'
import { ROUND_ITEM, roundItems, SEATS, seatItems, viewKey } from './view.ts'
import { type ProgressCache, progressKey, progressTo, viewNumber } from './view-progress.ts'

/** Items of a round written at a time. */
const CONCURRENCY = 16

/** Only seats that changed are written; the round's own item comes last. */
export async function projectRound(
  service: RoundLoader & Pick<Ports, 'clock' | 'views'>,
  progress: ProgressCache,
  [tournament, round]: readonly [tournament: string, round: string],
  version: string,
): Promise<void> {
  const stream = roundStream(tournament, round)
  const record = await loadCurrent<RoundState>(service, service.rounds, stream)
  if (record.seq === 0) return
  const { seq, erased, head } = record
  const partition = viewKey(version, stream)
  const key = progressKey(version, stream)
  const { steps, seats } = roundHistory(record)
  const before = progress.get(key) ?? (await roundItems(service).get(partition, ROUND_ITEM))?.value
  const changed = [...seats].filter(([, steps]) => steps.at(-1)!.seq > (before?.seq ?? 0))
  for (let next = 0; next < changed.length; next += CONCURRENCY)
    await Promise.all(
      changed
        .slice(next, next + CONCURRENCY)
        .map(([game, steps]) =>
          seatItems(service).putIfNewer(partition, `${SEATS}${game}`, steps.at(-1)!.seq, { game, steps }),
        ),
    )
  const reached = progressTo({ seq, erased }, before, service.clock.now())
  await roundItems(service).putIfNewer(partition, ROUND_ITEM, viewNumber(head.n, erased), {
    ...reached,
    steps,
  })
  progress.set(key, reached)
}
