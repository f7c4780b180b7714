/** Projects a round: its settings, and which game sits at which board, both by the instants at which they became known. */
import type { RoundState } from '../../domain/state/round.ts'
import { loadCurrent } from '../app/access.ts'
import type { RoundLoader } from '../app/dependencies.ts'
import { roundStream } from '../app/stored-events.ts'
import { batchesOf } from '../batches.ts'
import type { Ports } from '../ports.ts'
import type { ProjectionMode } from './project-game.ts'
import { roundHistory } from './round-history.ts'
import { ROUND_ITEM_KEY, roundItems, SEAT_PREFIX, seatItems, viewKey } from './view.ts'
import { type ProgressCache, progressKey, progressTo, viewNumber } from './view-progress.ts'

/** Items of a round written at a time. */
const CONCURRENCY = 16

/** Only seats that changed are written, unless all are to be; the round's own item comes last. */
export async function projectRound(
  service: RoundLoader & Pick<Ports, 'clock' | 'views'>,
  progress: ProgressCache,
  [tournament, round]: readonly [tournament: string, round: string],
  version: string,
  mode: ProjectionMode,
): Promise<void> {
  const stream = roundStream(tournament, round)
  const record = await loadCurrent<RoundState>(service, service.rounds, stream)
  if (record.seq === 0) return
  const { seq, erased, head } = record
  const partition = viewKey(version, stream)
  const key = progressKey(version, stream)
  const { steps, seats } = roundHistory(record)
  const before =
    mode === 'changes'
      ? (progress.get(key) ?? (await roundItems(service).get(partition, ROUND_ITEM_KEY))?.value)
      : null
  const changed = [...seats].filter(([, steps]) => steps.at(-1)!.seq > (before?.seq ?? 0))
  const seatsOf = (few: readonly (typeof changed)[number][]) =>
    few.map(([game, steps]) => ({
      pk: partition,
      sk: `${SEAT_PREFIX}${game}`,
      n: steps.at(-1)!.seq,
      value: { game, steps },
    }))
  if (mode === 'whole') await seatItems(service).putAll(seatsOf(changed))
  else
    for (const few of batchesOf(changed, CONCURRENCY))
      await Promise.all(
        seatsOf(few).map(({ pk, sk, n, value }) => seatItems(service).putIfNewer(pk, sk, n, value)),
      )
  const reached = progressTo({ seq, erased }, before, service.clock.now())
  const n = viewNumber(head.n, erased)
  const own = { ...reached, steps }
  if (mode === 'whole')
    await roundItems(service).putAll([{ pk: partition, sk: ROUND_ITEM_KEY, n, value: own }])
  else await roundItems(service).putIfNewer(partition, ROUND_ITEM_KEY, n, own)
  progress.set(key, reached)
}
