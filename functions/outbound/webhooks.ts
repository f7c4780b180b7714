/** The webhooks of a tournament: the URLs to which changes of its games are sent, and the secrets that sign them. */

import { isIP } from 'node:net'
import { omit } from '../../events/omit.ts'
import type { Visibility } from '../app/access.ts'
import type { RoundReader } from '../app/dependencies.ts'
import { gameStream } from '../app/stored-events.ts'
import { readTournament } from '../app/tournaments.ts'
import { refusalOf } from '../auth/authorise.ts'
import type { Principal } from '../auth/roles.ts'
import type { Ports } from '../ports.ts'
import { type AppResult, refused } from '../refusal.ts'
import type { Documents } from '../store/documents.ts'
import { markDue } from './due.ts'
import { isPublic } from './public-address.ts'
import { tournamentGames } from './tournament-games.ts'

export interface Webhook {
  readonly id: string
  readonly tournament: string
  readonly url: string
  /** Shown once, to the one who entered the webhook; never logged. */
  readonly secret: string
  /** `all`: undelayed, with the events themselves; `public`: what everybody may see, as late as the tournament says. */
  readonly reading: Visibility
  readonly active: boolean
  readonly createdAt: string
}

export type ShownWebhook = Omit<Webhook, 'secret'>

export interface WebhookRequest {
  readonly id?: string | undefined
  readonly url: string
  readonly secret?: string | undefined
  readonly reading?: Visibility | undefined
}

const SECRET_BYTES = 32

/** Active webhooks that a tournament may have: each is sent every change, and again until it is taken. */
export const MAX_ACTIVE_WEBHOOKS = 32
/** Webhooks that a tournament may have, inactive ones included. */
export const MAX_WEBHOOKS = 256

/** Enters and lists webhooks; their games are notified of one that is new. */
export interface WebhookDeps
  extends RoundReader,
    Pick<
      Ports,
      'alertLog' | 'allowPrivateNetwork' | 'clock' | 'ids' | 'notify' | 'random' | 'webhookTargets'
    > {}

const webhooks = (service: Pick<Ports, 'registry'>) => service.registry as Documents<Webhook>
const partition = (tournament: string): string => `webhook#${tournament}`

/** Enters one; without a secret of the client's it gets one. `id-reused` where the id is taken. */
export async function addWebhook(
  service: WebhookDeps,
  principal: Principal | null,
  tournament: string,
  { id = service.ids.next(), url, secret, reading = 'public' }: WebhookRequest,
): Promise<AppResult<Webhook>> {
  const found = await managedTournament(service, principal, tournament)
  if (!found.ok) return found
  const fault = faultOf(service, url)
  if (fault !== null) return refused('invalid', fault, { errors: [{ pointer: '/url', detail: fault }] })
  const full = limitFault(await webhooksOf(service, tournament), id)
  if (full !== null) return refused('invalid', full)
  const createdAt = new Date(service.clock.now()).toISOString()
  const own = secret ?? `whsec_${Buffer.from(service.random.bytes(SECRET_BYTES)).toString('base64')}`
  const webhook = { id, tournament, url, secret: own, reading, active: true, createdAt }
  if (await webhooks(service).putIfAbsent(partition(tournament), id, webhook)) {
    // Of many that are entered at one time each saw room: who finds none any more takes its own back.
    const overfull = limitFault(await webhooksOf(service, tournament), id)
    if (overfull !== null) {
      await webhooks(service).delete(partition(tournament), id)
      return refused('invalid', overfull)
    }
    await notifyAllGames(service, webhook)
    return { ok: true, value: webhook }
  }
  return refused('id-reused', `the tournament has a webhook ${id} already; another one needs its own id`)
}

/** `unknown-webhook` */
export async function setWebhookActive(
  service: WebhookDeps,
  principal: Principal | null,
  tournament: string,
  id: string,
  active: boolean,
): Promise<AppResult<ShownWebhook>> {
  const found = await managedTournament(service, principal, tournament)
  if (!found.ok) return found
  const known = await webhooks(service).get(partition(tournament), id)
  if (known === null) return refused('unknown-webhook', `tournament ${tournament} has no webhook ${id}`)
  const full = active && !known.value.active ? limitFault(await webhooksOf(service, tournament), id) : null
  if (full !== null) return refused('invalid', full)
  const webhook = { ...known.value, active }
  await webhooks(service).put(partition(tournament), id, webhook)
  const overfull =
    active && !known.value.active ? limitFault(await webhooksOf(service, tournament), id) : null
  if (overfull !== null) {
    await webhooks(service).put(partition(tournament), id, known.value)
    return refused('invalid', overfull)
  }
  if (active) await notifyAllGames(service, webhook)
  return { ok: true, value: withoutSecret(webhook) }
}

export async function listWebhooks(
  service: WebhookDeps,
  principal: Principal | null,
  tournament: string,
): Promise<AppResult<ShownWebhook[]>> {
  const found = await managedTournament(service, principal, tournament)
  if (!found.ok) return found
  return { ok: true, value: (await webhooksOf(service, tournament)).map(withoutSecret) }
}

/** For the deliverer alone: with their secrets. */
export async function webhooksOf(service: Pick<Ports, 'registry'>, tournament: string): Promise<Webhook[]> {
  const all: Webhook[] = []
  for await (const { value } of webhooks(service).query(partition(tournament))) all.push(value)
  return all
}

/** Makes every game of the tournament due for a webhook, also those that have ended. */
async function notifyAllGames(service: WebhookDeps, { tournament, id }: Webhook): Promise<void> {
  if (!service.singleWriter) return markDue(service, { tournament, webhook: id, game: null })
  const log = (line: string) => service.alertLog?.write('warn', 'webhook-not-taken', { line })
  for (const game of await tournamentGames(service, tournament, log)) service.notify?.(gameStream(game))
}

/** Why the tournament can have no further active webhook, or null; the webhook `id` itself is not counted. */
function limitFault(entered: readonly Webhook[], id: string): string | null {
  const others = entered.filter((webhook) => webhook.id !== id)
  if (others.filter(({ active }) => active).length >= MAX_ACTIVE_WEBHOOKS)
    return `the tournament has ${MAX_ACTIVE_WEBHOOKS} webhooks that are switched on, which is the most; switch one off first`
  if (others.length >= MAX_WEBHOOKS)
    return `the tournament has ${MAX_WEBHOOKS} webhooks, which is the most; switch on one that there is`
  return null
}

const withoutSecret = (webhook: Webhook): ShownWebhook => omit(webhook, 'secret')

async function managedTournament(
  service: WebhookDeps,
  principal: Principal | null,
  tournament: string,
): Promise<AppResult<null>> {
  const refusal = refusalOf(principal, 'manage-tournament', { tournament })
  if (refusal !== null) return { ok: false, error: refusal }
  const found = await readTournament(service, tournament)
  return found.ok ? { ok: true, value: null } : found
}

/** Spaces, controls and signs that turn the direction of what is read: a person who reads the address must see what it is. */
const INVISIBLE = /[\p{Z}\p{C}]/u

const codeOf = (sign: string): string =>
  `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * Webhooks go to public addresses over https. On a machine of their own operators may name other places, in the hall for
 * one, which are reached without encryption too. Where a name leads is looked at whenever something is sent.
 */
function faultOf({ allowPrivateNetwork = false, webhookTargets }: WebhookDeps, url: string): string | null {
  const unseen = INVISIBLE.exec(url)
  if (unseen !== null)
    return `the url holds ${codeOf(unseen[0])} at character ${unseen.index + 1}, which nobody sees; write it as ${encodeURIComponent(unseen[0])}, or leave it out`
  const parsed = URL.canParse(url) ? new URL(url) : null
  const toOwnNetwork = allowPrivateNetwork && webhookTargets?.publicOnly !== true
  const right = toOwnNetwork
    ? 'an address that begins with https:// or http://'
    : `an address that begins with https://${allowPrivateNetwork ? ', unless the operator names it with serve --webhooks-to' : ''}`
  const scheme = parsed?.protocol === 'https:' || (toOwnNetwork && parsed?.protocol === 'http:')
  if (parsed === null || !scheme) return `the url is "${url.slice(0, 100)}"; it must be ${right}`
  if (parsed.username !== '' || parsed.password !== '')
    return 'the url names a user; the signature proves who sends, so it must name none'
  const literal = parsed.hostname.replace(/^\[|\]$/g, '')
  if (!toOwnNetwork && isIP(literal) !== 0 && !isPublic(literal))
    return `the url leads to ${literal}; it must be an address on the public internet${allowPrivateNetwork ? ', or one that the operator names with serve --webhooks-to' : ''}`
  if (webhookTargets !== undefined && !webhookTargets.allows(url))
    return `the url leads to ${literal}; the operator of this service lets webhooks go to: ${webhookTargets.text}`
  return null
}
