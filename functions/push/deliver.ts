/**
 * Delivers a tournament's news to its webhooks: signed, at least once, in order for each game, tried again until they are
 * taken. How far each webhook was told stands in a view item, so that a restart goes on where it ended.
 */
import { current } from '../record/access.ts'
import type { FoldedGame } from '../record/games.ts'
import { gameStream } from '../record/recorded.ts'
import { boardsOf, type FoldedRound } from '../record/round-record.ts'
import { listRounds } from '../record/rounds.ts'
import type { Service } from '../record/service.ts'
import { listTournaments, readTournament } from '../record/tournaments.ts'
import type { Documents } from '../store/documents.ts'
import type { Consumer } from '../stream/doorbell.ts'
import { followGame } from '../stream/follow-game.ts'
import { nextDelivery } from './delivery.ts'
import { type Post, postOut, waitBefore } from './post.ts'
import { postPublic } from './post-public.ts'
import { signatureHeaders } from './sign.ts'
import { type Webhook, webhooksOf } from './webhooks.ts'

/** Told up to `seq`; how its last try went. */
export interface Told {
  readonly seq: number
  readonly at: string
}

export interface Deliverer extends Consumer {
  /** Goes on with all that was not delivered when the process ended. */
  resume(): Promise<void>
}

export interface DelivererOptions {
  readonly post?: Post
  /** Calls once after so many ms; does not keep the process alive. */
  readonly later?: (ms: number, call: () => void) => void
  /** One line about a webhook that does not take what it is sent: never its secret. */
  readonly log?: (line: string) => void
}

/** Webhooks are read anew after so many ms. */
const FRESH = 2000
/** How often to look whether what was held back may be told by now, ms. */
const HELD_BACK = 15_000
/** Games taken up at once after a start: a receiver that does not answer must not hold up all of them. */
const ABREAST = 16

interface Known {
  readonly webhooks: readonly Webhook[]
  readonly until: number
}

export function webhookDeliverer(
  service: Service,
  {
    post = service.ownNetwork ? postOut : postPublic(),
    later = (ms, call) => void setTimeout(call, ms).unref(),
    log = (line) => console.error(line),
  }: DelivererOptions = {},
): Deliverer {
  const told = service.views as Documents<Told>
  const known = new Map<string, Known>()
  /** Tries that failed one after another, by webhook and game. */
  const failures = new Map<string, number>()
  const asleep = new Set<string>()

  async function activeOf(tournament: string): Promise<readonly Webhook[]> {
    const now = service.clock.now()
    const kept = known.get(tournament)
    if (kept !== undefined && kept.until > now) return kept.webhooks
    const webhooks = (await webhooksOf(service, tournament)).filter(({ active }) => active)
    known.set(tournament, { webhooks, until: now + FRESH })
    return webhooks
  }

  /** Sends until there is nothing more to tell, or a try fails. */
  async function deliver(webhook: Webhook, game: string): Promise<void> {
    const key = `${webhook.tournament}/${webhook.id} ${game}`
    const partition = partitionOf(webhook)
    const sleep = (ms: number) => {
      asleep.add(key)
      later(ms, () => {
        asleep.delete(key)
        heard(gameStream(game)).catch((error: Error) => log(`webhook ${webhook.id}: ${error.message}`))
      })
    }
    // Who waits for another try of an earlier delivery is told nothing later before.
    while (!asleep.has(key)) {
      const record = await current<FoldedGame>(service, service.games, gameStream(game))
      const tournament = await readTournament(service, webhook.tournament)
      const after = (await told.get(partition, game))?.value.seq ?? 0
      if (!tournament.ok || after >= record.seq) return
      const delivery = await nextDelivery(service, webhook, game, record, after, tournament.value.delay)
      if (delivery === null) return sleep(HELD_BACK)
      const wait = await send(webhook, delivery.id, delivery.body, key)
      if (wait !== null) return sleep(wait)
      const at = new Date(service.clock.now()).toISOString()
      await told.putIfNewer(partition, game, delivery.seq, { seq: delivery.seq, at })
    }
  }

  /** Null: taken. Else how long to wait, in ms. */
  async function send(webhook: Webhook, id: string, body: string, key: string): Promise<number | null> {
    const now = service.clock.now()
    const headers = {
      'content-type': 'application/json',
      ...signatureHeaders(webhook.secret, id, Math.floor(now / 1000), body),
    }
    const answer = await post(webhook.url, headers, body).catch((error: Error) => error)
    if (!(answer instanceof Error) && answer.status >= 200 && answer.status < 300) {
      failures.delete(key)
      return null
    }
    const attempt = (failures.get(key) ?? 0) + 1
    failures.set(key, attempt)
    const why = answer instanceof Error ? answer.message : `status ${answer.status}`
    const wait = waitBefore(attempt, answer instanceof Error ? null : answer.retryAfter, now)
    log(`webhook ${webhook.id} of ${webhook.tournament}: ${why}, try ${attempt}; again in ${wait / 1000} s`)
    return wait
  }

  async function heard(stream: string): Promise<void> {
    if (!stream.startsWith('game#')) return
    const record = await followGame(service, stream)
    const belonging = record?.folded.belonging
    if (belonging?.tournament === undefined) return
    const game = stream.slice('game#'.length)
    const webhooks = await activeOf(belonging.tournament)
    await Promise.all(
      webhooks.map((webhook) => service.games.inTurn(turnOf(webhook, game), () => deliver(webhook, game))),
    )
  }

  return {
    name: 'webhooks',
    heard,
    async resume() {
      for (const { id: tournament } of await listTournaments(service)) {
        if ((await activeOf(tournament)).length === 0) continue
        for (const round of await listRounds(service, tournament)) {
          const stream = `round#${tournament}/${round}`
          const { folded } = await current<FoldedRound>(service, service.rounds, stream)
          const games = boardsOf(folded).map(({ game }) => gameStream(game))
          for (let next = 0; next < games.length; next += ABREAST)
            await Promise.all(games.slice(next, next + ABREAST).map(heard))
        }
      }
    },
  }
}

const partitionOf = ({ tournament, id }: Webhook): string => `webhook#${tournament}/${id}`

/** One delivery at a time for a webhook and a game, whoever rings. */
const turnOf = ({ tournament, id }: Webhook, game: string): string => `webhook ${tournament}/${id} ${game}`
