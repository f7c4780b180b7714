/** All that the deployed functions ever do with tables, key and bucket, each of it once: held against what they may. */

import type { ApiClient } from '../../functions/http/api-client.ts'
import { ADMIN_ROUTES } from '../../functions/routes/admin-routes.ts'
import { READ_ROUTES } from '../../functions/routes/read-routes.ts'
import { TOKEN_ROUTES } from '../../functions/routes/tokens.ts'
import type { Deployment } from './deployed.ts'

const AT = '2026-03-14T20:00:00.000Z'

/** After the sample round was played; `other` is a host of its own, `g` one of the round's games. */
export async function doEverything(deployed: Deployment, other: ApiClient, g: string): Promise<void> {
  await look(deployed.client, g)
  await raceFor(deployed, g)
  await syncFrom(other, deployed.client)
  const { text } = await done(deployed.client, 'POST', '/tournaments/sample/webhooks', {
    url: 'https://results.invalid/',
  })
  await renameAndHear(deployed, g)
  // What a webhook did not take is owed until the webhook goes.
  const { id } = JSON.parse(text) as { id: string }
  await done(deployed.client, 'PATCH', `/tournaments/sample/webhooks/${id}`, { active: false })
  await deployed.reconcile()
  await forget(deployed.client, g)
  for (const turn of [1, 2]) {
    await done(deployed.client, 'POST', '/views/rebuild', {})
    // What is put meanwhile the rebuild sequences itself, before it reads the log to its end.
    await done(
      deployed.client,
      'POST',
      `/games/${g}/events`,
      corrected(`meanwhile-${turn}`, { site: `Wing ${turn}` }),
    )
    await deployed.notify([`game#${g}`])
    await deployed.rebuildViews()
  }
  await mintAndRevoke(deployed.client)
  // What nobody has sequenced yet is for the anchorer.
  await done(deployed.client, 'POST', `/games/${g}/events`, corrected('last', { site: 'Hall 3' }))
  await deployed.notify([`game#${g}`])
  await deployed.anchor([`game#${g}`])
  await deployed.authorize()
}

/** Reads all there is to read. */
async function look(client: ApiClient, g: string): Promise<void> {
  const known: Readonly<Record<string, string>> = { g, t: 'sample', r: '1', n: '1', p: 'P1', minutes: '15' }
  for (const { method, path } of [...READ_ROUTES, ...ADMIN_ROUTES, ...TOKEN_ROUTES]) {
    if (method !== 'GET') continue
    const asked = path.replaceAll(/\{(\w+)\}/g, (_, name) => known[name]!)
    const { status } = await client.request('GET', asked)
    if (status >= 500) throw new Error(`GET ${asked}: ${status}`)
  }
  for (const path of [
    '/archive?name=Anderssen',
    '/store/streams?category=game',
    `/store/proofs?stream=game%23${g}`,
  ])
    await done(client, 'GET', path)
}

/** Two environments of a function get the same notification: what the later one wrote for it is removed again. */
async function raceFor({ client, twin }: Deployment, g: string): Promise<void> {
  const correct = (at: ApiClient, id: string, site: string) =>
    done(at, 'POST', `/games/${g}/events`, corrected(id, { site }))
  await correct(twin, 'c1', 'Hall 1')
  await correct(client, 'c2', 'Hall 2')
  await correct(twin, 'c2', 'Hall 2')
}

/** A round and its game come from another host, with what is stored apart. */
async function syncFrom(other: ApiClient, client: ApiClient): Promise<void> {
  await done(other, 'POST', '/tournaments', { id: 'guests', name: 'Guests' })
  await done(other, 'PATCH', '/tournaments/guests/rounds/1', { start: AT, reason: 'it begins' })
  const game = { id: 'guest', white: { name: 'Morphy, Paul', fideId: 7 }, black: { name: 'Carr, Thomas' } }
  await done(other, 'POST', '/games', { ...game, edition: '2023-01-01', play: 'standard' })
  for (const stream of ['round#guests/1', 'game#guest']) {
    const asked = `stream=${encodeURIComponent(stream)}`
    const stored = JSON.parse((await done(other, 'GET', `/store/kept?${asked}`)).text)
    await done(client, 'POST', '/store/kept', { ...stored, stream })
    const { commits } = JSON.parse((await done(other, 'GET', `/store/commits?${asked}`)).text)
    await done(client, 'POST', '/store/commits', { stream, commits })
  }
}

/** Names are corrected: by the table's stream the index of the archive learns of one, by the reconciler the views of another. */
async function renameAndHear(deployed: Deployment, g: string): Promise<void> {
  for (const name of ['Corrected, Once', 'Corrected, Twice']) {
    await done(deployed.client, 'POST', `/games/${g}/events`, corrected(name.slice(11), { white: { name } }))
    await deployed.notify([`game#${g}`, 'round#sample/1'])
  }
  await done(deployed.client, 'POST', `/games/${g}/events`, corrected('unheard', { site: 'Hall 3' }))
  await deployed.reconcile()
}

/** Entries that are withdrawn, a person who is erased, and what has outlived its retention period. */
async function forget(client: ApiClient, g: string): Promise<void> {
  const entered = [{ name: 'Staunton, Howard', fideId: 8 }, { name: 'Saint-Amant, Pierre' }]
  await done(client, 'POST', '/tournaments/sample/entries', { players: entered })
  await done(client, 'POST', '/tournaments/sample/entries', { players: entered.slice(1) })
  const { text } = await done(client, 'GET', `/store/kept?stream=game%23${g}`)
  const person = (JSON.parse(text) as { kept: { value: { person?: string } }[] }).kept.find(
    ({ value }) => value.person !== undefined,
  )?.value.person
  await done(client, 'GET', `/persons/${person}`)
  await done(client, 'POST', `/persons/${person}/erase`, {})
  await done(client, 'POST', '/retention', { periods: { words: 1, persons: 1 } })
  await done(client, 'POST', '/views/requeue', {})
}

/** A token is lost. */
async function mintAndRevoke(client: ApiClient): Promise<void> {
  const { text } = await done(client, 'POST', '/tokens', { role: 'reader', scope: '*', days: 1 })
  const { entry } = JSON.parse(text) as { entry: { id: string } }
  await done(client, 'POST', `/tokens/${entry.id}/revoke`)
}

const corrected = (id: string, fields: object) => ({
  events: [{ id, type: 'details-corrected', at: AT, by: 'arbiter', data: { fields, reason: `slip ${id}` } }],
})

async function done(client: ApiClient, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
  const answer = await client.request(method, path, body === undefined ? {} : { body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer
}
