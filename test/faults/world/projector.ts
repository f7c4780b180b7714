/** A view of each game and its reconciler: what every follower of the record must withstand, at its smallest. */
import { publicState } from '../../../domain/game/index.ts'
import type { Consumer } from '../../../functions/app/change-notifier.ts'
import type { Documents } from '../../../functions/store/documents.ts'
import type { Service } from '../../kit/compose.ts'

interface GameView {
  readonly state: unknown
}

const PARTITION = 'view#faults'

const viewsOf = ({ views }: Pick<Service, 'views'>) => views as Documents<GameView>

/** Reads on from the record, puts view and checkpoint as one document, if it is newer. */
export const projector = (service: Service): Consumer => ({
  name: 'view',
  async onChange(stream) {
    const { state } = await service.games.load(stream, true)
    const { head, folded } = state
    if (head.n === 0) return
    await putView(service, stream, head.n, { state: publicState(folded.fold.state) })
  },
})

/** Notifies of each stream opened since (RFC 3339) whose view is behind: notifications that were lost arrive in the end. */
export async function reconcileOwnViews(service: Service, consumer: Consumer, since: string): Promise<void> {
  for await (const { stream } of service.log.streams('game', since)) {
    const head = await service.log.head(stream)
    const view = await viewOf(service, stream)
    if (head !== null && (view?.n ?? 0) < head.n) await consumer.onChange(stream)
  }
}

export const viewOf = (service: Pick<Service, 'views'>, stream: string) =>
  viewsOf(service).get(PARTITION, stream)

export const putView = (service: Pick<Service, 'views'>, stream: string, n: number, view: GameView) =>
  viewsOf(service).putIfNewer(PARTITION, stream, n, view)
