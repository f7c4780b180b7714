/**
 * Delivers changes of a tournament's games to its webhooks: signed, at least once, in order for each game, repeated until the
 * receiver answers 2xx. A checkpoint for each webhook and game is stored, so that a restart continues where it ended.
 */

import type { Consumer } from '../app/change-notifier.ts'
import type { GameLoader, RoundLoader } from '../app/dependencies.ts'
import { followGame } from '../app/follow-game.ts'
import { gameStream } from '../app/stored-events.ts'
import { allTournaments } from '../app/tournaments.ts'
import { errorMessage } from '../error-message.ts'
import type { Ports } from '../ports.ts'
import { createTtlValue, type TtlValue } from '../ttl-value.ts'
import { type DeliverGame, gameDelivery } from './deliver-game.ts'
import { openDeliveryRetries } from './delivery-retries.ts'
import { clearDue, type DueDelivery, listDue, markDue } from './due.ts'
import { type Post, postAnywhere } from './post.ts'
import { postPublic } from './post-public.ts'
import { waitBefore } from './retry-wait.ts'
import { deliveryKey, deliverySender, isDeliveryOf } from './send-delivery.ts'
import { tournamentGames } from './tournament-games.ts'
import { type Webhook, webhooksOf } from './webhooks.ts'

export interface Deliverer extends Consumer {
  /** Delivers all that was not delivered when the process ended. */
  resume(isOver?: () => boolean): Promise<void>
  /** Stores as due what a stream's webhooks may not have been sent: `deliverDue` sends it. */
  queueChanges(stream: string): Promise<void>
  /** Delivers what is stored as due, until `isOver`; resolves with the number of deliveries that were due. */
  deliverDue(isOver?: () => boolean): Promise<number>
}

export interface DelivererOptions {
  readonly post?: Post
  /** Calls once after so many ms; does not keep the process alive. */
  readonly later?: (ms: number, call: () => void) => void
  /** One line about a webhook that does not take what it is sent: never its secret. */
  readonly log?: (line: string) => void
}

/** How long webhooks are cached, ms, where each read is a request to DynamoDB. */
const WEBHOOKS_TTL_MS = 2000
/** Games delivered at the same time, so that a receiver that does not answer holds up only some of them. */
const CONCURRENCY = 16

export interface DelivererDeps
  extends GameLoader,
    RoundLoader,
    Pick<
      Ports,
      | 'allowPrivateNetwork'
      | 'clock'
      | 'log'
      | 'metrics'
      | 'persons'
      | 'registry'
      | 'views'
      | 'webhookTargets'
    > {}

export function webhookDeliverer(
  service: DelivererDeps,
  {
    post = service.allowPrivateNetwork && !service.webhookTargets?.publicOnly ? postAnywhere : postPublic(),
    later = (ms, call) => void setTimeout(call, ms).unref(),
    log = (line) => console.error(line),
  }: DelivererOptions = {},
): Deliverer {
  const retries = openDeliveryRetries(later, log, (failing) =>
    service.metrics?.set('touchmove_webhook_deliveries_failing', failing),
  )
  const deliverGame = gameDelivery(service, deliverySender(service, retries, post, log), retries, onChange)
  const activeWebhooks = cachedWebhooks(service)

  async function onChange(stream: string): Promise<void> {
    if (!stream.startsWith('game#')) return
    try {
      const record = await followGame(service, stream)
      const tournament = record?.folded.belonging.tournament
      if (tournament === undefined) return
      const game = stream.slice('game#'.length)
      const webhooks = await activeWebhooks(tournament)
      const owed = new Set(webhooks.map((webhook) => deliveryKey(webhook, game)))
      retries.forget((key) => isDeliveryOf(game, key) && !owed.has(key))
      await Promise.all(webhooks.map((webhook) => deliverGame(webhook, game)))
      retries.succeeded(stream)
    } catch (error) {
      // There may be no further notification: the last move of a game is the last one.
      const ms = waitBefore(retries.failed(stream), null, service.clock.now())
      retries.retryAfter(ms, stream, `webhooks of ${stream}`, () => onChange(stream))
      // The timer of a function that is frozen does not ring.
      if (!service.singleWriter) await queueChanges(stream)
      throw error
    }
  }

  async function queueChanges(stream: string): Promise<void> {
    if (!stream.startsWith('game#')) return
    const tournament = (await followGame(service, stream))?.folded.belonging.tournament
    if (tournament === undefined) return
    const game = stream.slice('game#'.length)
    const webhooks = await activeWebhooks(tournament)
    await Promise.all(webhooks.map(({ id: webhook }) => markDue(service, { tournament, webhook, game })))
  }

  return {
    name: 'webhooks',
    onChange,
    async resume(isOver = () => false) {
      for await (const { id: tournament } of allTournaments(service)) {
        if ((await activeWebhooks(tournament)).length === 0) continue
        const games = await tournamentGames(service, tournament, log)
        await forEachGame(games, (game) => onChange(gameStream(game)), log, isOver)
      }
    },
    queueChanges,
    deliverDue: dueDeliverer(service, activeWebhooks, deliverGame, log),
  }
}

/** Delivers what is stored as due: games, and all games of a webhook that was made or switched on. */
function dueDeliverer(
  service: DelivererDeps,
  activeWebhooks: (tournament: string) => Promise<readonly Webhook[]>,
  deliverGame: DeliverGame,
  log: (line: string) => void,
): Deliverer['deliverDue'] {
  const webhookOf = async ({ tournament, webhook }: DueDelivery): Promise<Webhook | undefined> =>
    (await activeWebhooks(tournament)).find(({ id }) => id === webhook)

  /** All games of a webhook that was made or switched on. One that fails stays due by itself. */
  async function deliverTournament(due: DueDelivery, isOver: () => boolean): Promise<void> {
    const webhook = await webhookOf(due)
    const games = webhook === undefined ? [] : await tournamentGames(service, due.tournament, log)
    const deliver = async (game: string) => {
      try {
        await deliverGame(webhook!, game)
      } catch (error) {
        await markDue(service, { ...due, game })
        throw error
      }
    }
    await forEachGame(games, deliver, log, isOver)
    if (!isOver()) await clearDue(service, due)
  }

  /** What is due again meanwhile is stored again: more may have come between the last delivery and the clearing. */
  async function deliverOneDue(due: DueDelivery & { readonly game: string }): Promise<void> {
    const webhook = await webhookOf(due)
    if (webhook !== undefined && !(await deliverGame(webhook, due.game))) return
    await clearDue(service, due)
    if (webhook !== undefined) await deliverGame(webhook, due.game)
  }

  return async (isOver = () => false) => {
    const due = await listDue(service)
    for (const each of due) if (each.game === null) await deliverTournament(each, isOver)
    const games = new Set(due.flatMap(({ game }) => (game === null ? [] : [game])))
    await forEachGame(
      [...games],
      async (game) => {
        for (const each of due) if (each.game === game) await deliverOneDue({ ...each, game })
      },
      log,
      isOver,
    )
    return due.length
  }
}

/** Delivers games, CONCURRENCY at a time, until `isOver`; a failure is logged and does not stop the others. */
async function forEachGame(
  games: readonly string[],
  deliver: (game: string) => Promise<unknown>,
  log: (line: string) => void,
  isOver = () => false,
): Promise<void> {
  const logged = (game: string) =>
    deliver(game).catch((error: unknown) => log(`webhooks of game ${game}: ${errorMessage(error)}`))
  for (let next = 0; next < games.length && !isOver(); next += CONCURRENCY)
    await Promise.all(games.slice(next, next + CONCURRENCY).map(logged))
}

/** The webhooks of a tournament that are switched on; cached where each read is a request to DynamoDB. */
function cachedWebhooks(service: Pick<Ports, 'clock' | 'registry' | 'singleWriter'>) {
  const read = async (tournament: string): Promise<readonly Webhook[]> =>
    (await webhooksOf(service, tournament)).filter(({ active }) => active)
  if (service.singleWriter) return read
  const known = new Map<string, TtlValue<readonly Webhook[]>>()
  return (tournament: string): Promise<readonly Webhook[]> => {
    const own =
      known.get(tournament) ?? createTtlValue(service.clock, WEBHOOKS_TTL_MS, () => read(tournament))
    known.set(tournament, own)
    return own.get()
  }
}
