/**
 * Delivers a tournament's news to its webhooks: signed, at least once, in order for each game, tried again until they are
 * taken. How far each webhook has been sent is stored, so that a restart goes on where it ended.
 */
import { loadCurrent } from '../app/access.ts'
import type { Consumer } from '../app/change-notifier.ts'
import type { GameLoader, RoundLoader } from '../app/dependencies.ts'
import { followGame } from '../app/follow-game.ts'
import type { FoldedGame } from '../app/games.ts'
import { gameStream } from '../app/stored-events.ts'
import { listTournaments, readTournament } from '../app/tournaments.ts'
import type { Ports } from '../ports.ts'
import { type Delivery, erasedDelivery, nextDelivery } from './delivery.ts'
import { deliveryCheckpoints } from './delivery-checkpoints.ts'
import { clearDue, type DueDelivery, listDue, markDue } from './due.ts'
import { type Post, postAnywhere, waitBefore } from './post.ts'
import { postPublic } from './post-public.ts'
import { signatureHeaders } from './sign.ts'
import { tournamentGames } from './tournament-games.ts'
import { type Webhook, webhooksOf } from './webhooks.ts'

export interface Deliverer extends Consumer {
  /** Goes on with all that was not delivered when the process ended. */
  resume(): Promise<void>
  /** Delivers what is stored as due, until `isOver`; how many of it there was. */
  deliverDue(isOver?: () => boolean): Promise<number>
}

export interface DelivererOptions {
  readonly post?: Post
  /** Calls once after so many ms; does not keep the process alive. */
  readonly later?: (ms: number, call: () => void) => void
  /** One line about a webhook that does not take what it is sent: never its secret. */
  readonly log?: (line: string) => void
}

/** Where each read is a request to DynamoDB, webhooks are read anew after so many ms. */
const WEBHOOKS_TTL_MS = 2000
/** How often to check whether what was delayed may be delivered by now, ms. */
const RECHECK_MS = 15_000
/** Games taken up at once after a start: a receiver that does not answer must not hold up all of them. */
const CONCURRENCY = 16
/** A receiver slower than this is left to the reconciler where others wait for the same function, ms. */
const SLOW_MS = 1000
/** The part of the time that a slow receiver takes of such a function is one in so many and one. */
const REST_FACTOR = 9

interface CachedWebhooks {
  readonly webhooks: readonly Webhook[]
  readonly until: number
}

export interface DelivererDeps
  extends GameLoader,
    RoundLoader,
    Pick<
      Ports,
      'allowPrivateNetwork' | 'clock' | 'log' | 'persons' | 'registry' | 'views' | 'webhookTargets'
    > {}

export function webhookDeliverer(
  service: DelivererDeps,
  {
    post = service.allowPrivateNetwork && !service.webhookTargets?.publicOnly ? postAnywhere : postPublic(),
    later = (ms, call) => void setTimeout(call, ms).unref(),
    log = (line) => console.error(line),
  }: DelivererOptions = {},
): Deliverer {
  const checkpoints = deliveryCheckpoints(service)
  const known = new Map<string, CachedWebhooks>()
  /** Tries that failed one after another, by webhook and game, or by stream. */
  const failures = new Map<string, number>()
  const waiting = new Set<string>()
  /** Until when a webhook's receiver is not asked again about any game, where others wait for the same function. */
  const resting = new Map<string, number>()
  /** A process that may be frozen or ended between two tries writes down what it owes. */
  const persistsDue = !service.singleWriter

  async function activeWebhooks(tournament: string): Promise<readonly Webhook[]> {
    const now = service.clock.now()
    const cached = known.get(tournament)
    if (persistsDue && cached !== undefined && cached.until > now) return cached.webhooks
    const webhooks = (await webhooksOf(service, tournament)).filter(({ active }) => active)
    known.set(tournament, { webhooks, until: now + WEBHOOKS_TTL_MS })
    return webhooks
  }

  const failed = (key: string): number => {
    const attempt = (failures.get(key) ?? 0) + 1
    failures.set(key, attempt)
    return attempt
  }

  function sleep(key: string, stream: string, ms: number): void {
    if (waiting.has(key)) return
    waiting.add(key)
    later(ms, () => {
      waiting.delete(key)
      onChange(stream).catch((error: Error) => log(`webhooks of ${stream}: ${error.message}`))
    })
  }

  /** Sends until there is nothing more to tell, or a try fails; whether nothing is left. */
  async function deliver(webhook: Webhook, game: string): Promise<boolean> {
    const key = keyOf(webhook, game)
    const receiver = receiverOf(webhook)
    const wait = async (ms: number): Promise<false> => {
      if (persistsDue) await markDue(service, { tournament: webhook.tournament, webhook: webhook.id, game })
      sleep(key, gameStream(game), ms)
      return false
    }
    // Nothing later is delivered while an earlier delivery waits for another try.
    while (!waiting.has(key)) {
      const record = await loadCurrent<FoldedGame>(service, service.games, gameStream(game))
      const tournament = await readTournament(service, webhook.tournament)
      if (!tournament.ok) return true
      const { seq: after, erased = 0 } = await checkpoints.read(webhook, game)
      const lessKnown = after > 0 && record.erased > erased
      if (after >= record.seq && !lessKnown) return true
      const rest = (resting.get(receiver) ?? 0) - service.clock.now()
      if (persistsDue && rest > 0) return wait(rest)
      const delivery = lessKnown
        ? erasedDelivery(webhook, game, record, after)
        : await nextDelivery(service, webhook, game, record, after, tournament.value.delay)
      if (delivery === null) return wait(RECHECK_MS)
      const { erased: gone } = record
      const pause = await send(webhook, game, delivery)
      if (pause !== null) return wait(pause)
      const at = new Date(service.clock.now()).toISOString()
      await checkpoints.advance(webhook, game, { seq: delivery.seq, at, erased: gone })
    }
    return false
  }

  /** Null: taken. Else how long to wait, in ms. */
  async function send(webhook: Webhook, game: string, { id, body }: Delivery): Promise<number | null> {
    const now = service.clock.now()
    const key = keyOf(webhook, game)
    const headers = {
      'content-type': 'application/json',
      ...signatureHeaders(webhook.secret, id, Math.floor(now / 1000), body),
    }
    const allowed = service.webhookTargets?.allows(webhook.url) ?? true
    const answer = allowed
      ? await post(webhook.url, headers, body).catch((error: Error) => error)
      : new Error('the operator lets webhooks go elsewhere only')
    const took = service.clock.now() - now
    if (took > SLOW_MS) resting.set(receiverOf(webhook), now + took + took * REST_FACTOR)
    if (!(answer instanceof Error) && answer.status >= 200 && answer.status < 300) {
      failures.delete(key)
      return null
    }
    const attempt = failed(key)
    const why = answer instanceof Error ? answer.message : `status ${answer.status}`
    const wait = waitBefore(attempt, answer instanceof Error ? null : answer.retryAfter, now)
    const which = `webhook ${webhook.id} of ${webhook.tournament}, game ${game}`
    log(`${which}: ${why}, try ${attempt}; again in ${Math.round(wait / 1000)} s`)
    return wait
  }

  /** One delivery at a time for a webhook and a game, whatever notifies of it. */
  const deliverInTurn = (webhook: Webhook, game: string): Promise<boolean> =>
    service.games.inTurn(`webhook ${keyOf(webhook, game)}`, () => deliver(webhook, game))

  async function onChange(stream: string): Promise<void> {
    if (!stream.startsWith('game#')) return
    try {
      const record = await followGame(service, stream)
      const tournament = record?.folded.belonging.tournament
      if (tournament === undefined) return
      const game = stream.slice('game#'.length)
      const webhooks = await activeWebhooks(tournament)
      await Promise.all(webhooks.map((webhook) => deliverInTurn(webhook, game)))
      failures.delete(stream)
    } catch (error) {
      // There may be no further notification: the last move of a game is the last one.
      sleep(stream, stream, waitBefore(failed(stream), null, service.clock.now()))
      throw error
    }
  }

  async function forEachGame(
    games: readonly string[],
    work: (game: string) => Promise<unknown>,
    isOver = () => false,
  ) {
    for (let next = 0; next < games.length && !isOver(); next += CONCURRENCY)
      await Promise.all(
        games
          .slice(next, next + CONCURRENCY)
          .map((game) =>
            work(game).catch((error: Error) => log(`webhooks of game ${game}: ${error.message}`)),
          ),
      )
  }

  /** What is due again meanwhile is stored again: more may have come between the last delivery and the clearing. */
  async function deliverOneDue(due: DueDelivery & { readonly game: string }): Promise<void> {
    const webhook = (await activeWebhooks(due.tournament)).find(({ id }) => id === due.webhook)
    if (webhook !== undefined && !(await deliverInTurn(webhook, due.game))) return
    await clearDue(service, due)
    if (webhook !== undefined) await deliverInTurn(webhook, due.game)
  }

  return {
    name: 'webhooks',
    onChange,
    async resume() {
      for (const { id: tournament } of await listTournaments(service)) {
        if ((await activeWebhooks(tournament)).length === 0) continue
        const games = await tournamentGames(service, tournament, log)
        await forEachGame(games, (game) => onChange(gameStream(game)))
      }
    },
    async deliverDue(isOver = () => false) {
      const due = await listDue(service)
      for (const each of due.filter(({ game }) => game === null)) {
        const webhook = (await activeWebhooks(each.tournament)).find(({ id }) => id === each.webhook)
        const games = webhook === undefined ? [] : await tournamentGames(service, each.tournament, log)
        await forEachGame(games, (game) => deliverInTurn(webhook!, game), isOver)
        if (!isOver()) await clearDue(service, each)
      }
      const byGame = new Map(due.flatMap((each) => (each.game === null ? [] : [[each.game, each] as const])))
      await forEachGame(
        [...byGame.keys()],
        async (game) => {
          for (const each of due) if (each.game === game) await deliverOneDue({ ...each, game })
        },
        isOver,
      )
      return due.length
    },
  }
}

const receiverOf = ({ tournament, id }: Webhook): string => `${tournament}/${id}`

const keyOf = ({ tournament, id }: Webhook, game: string): string => `${tournament}/${id} ${game}`
