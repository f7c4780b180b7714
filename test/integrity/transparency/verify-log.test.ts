/** Each attack by a holder of the folder and its key, and what reveals it. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkLog } from '../../../functions/host/cli/record-check.ts'
import { localSigner, type Signer } from '../../../functions/integrity/anchors/signer.ts'
import {
  cosignedCheckpoints,
  logKeyOf,
  parseCheckpoint,
  witnessKeyOf,
} from '../../../functions/integrity/transparency/checkpoint.ts'
import { askWitness, publishCheckpoint } from '../../../functions/integrity/transparency/publisher.ts'
import { storedTiles, tileWidth } from '../../../functions/integrity/transparency/tiles.ts'
import { type LogEvidence, verifyLog } from '../../../functions/integrity/transparency/verify-log.ts'
import {
  parseWitnessRequest,
  type Witness,
  witnessCheckpoint,
} from '../../../functions/integrity/transparency/witness.ts'
import { hostWitness, trustLog } from '../../../functions/integrity/transparency/witness-memory.ts'
import type { Ports } from '../../../functions/ports.ts'
import { queueVersion } from '../../../functions/store/append-log.ts'
import { need } from '../../kit/reports.ts'
import { testPorts } from '../../kit/service.ts'

const newSigner = (): Signer => need(localSigner(generateKeyPairSync('ed25519').privateKey))
const LOG = newSigner()
const SEER = newSigner()
const NOW = Date.parse('2026-03-14T15:00:00Z')

/** Publishes versions `from` to `to` of something; `forged` stands in the hash of the one that is another. */
async function record(ports: Ports, from: number, to: number, forged?: number): Promise<string> {
  for (let n = from; n <= to; n++) {
    const text = n === forged ? `forged ${n}` : `${n}`
    await queueVersion(ports, { stream: 'anchors', n, hash: createHash('sha256').update(text).digest('hex') })
  }
  return (await publishCheckpoint(ports, LOG)) ?? ''
}

/** A witness over HTTP, as a host asks it. */
const posting = (witness: Witness) => async (_url: string, body: string) => {
  const answer = await witnessCheckpoint(witness, need(parseWitnessRequest(body)), NOW)
  if (answer.kind === 'cosigned') return { status: 200, body: answer.line }
  return answer.kind === 'stale'
    ? { status: 409, body: `${answer.size}\n` }
    : { status: 422, body: answer.kind }
}

async function newWitness(): Promise<Witness> {
  const ports = testPorts()
  expect(await trustLog(ports, logKeyOf(LOG.key))).toBe(true)
  expect(await trustLog(ports, { ...logKeyOf(LOG.key), text: 'another' })).toBe(false)
  return hostWitness(ports, SEER)
}

const address = { key: witnessKeyOf(SEER.key), url: 'http://witness.example/' }

async function evidenceOf(ports: Ports, checkpoint: string): Promise<LogEvidence> {
  const tiles = await storedTiles(ports)
  async function* entries() {
    for (let k = 0; tileWidth(tiles.size, 0, k) > 0; k++) yield tiles.entries(k, tileWidth(tiles.size, 0, k))
  }
  return { checkpoint, cosigned: await cosignedCheckpoints(ports), entries: entries() }
}

const trust = { log: logKeyOf(LOG.key), witnesses: [address.key], noted: [] }

/** A record of forty versions, of which a witness saw all and a checkpoint of thirty was noted. */
async function genuine() {
  const ports = testPorts()
  const witness = await newWitness()
  const early = await record(ports, 1, 30)
  await askWitness(ports, LOG, address, early, posting(witness))
  const note = await record(ports, 31, 40)
  await askWitness(ports, LOG, address, note, posting(witness))
  return { ports, witness, note, early }
}

test('a whole log agrees with what its witness saw, and what came later is not yet proven', async () => {
  const { ports } = await genuine()
  const later = await record(ports, 41, 45)
  const found = await verifyLog(await evidenceOf(ports, later), trust)
  expect(found).toMatchObject({ size: 45, faults: [], proven: 40 })
  expect(found.witnessed).toEqual([{ witness: address.key.name, size: 40, at: new Date(NOW).toISOString() }])
  expect(found.heads.get('anchors')?.n).toBe(40)
})

test('a log written anew with its own key is detected by the witness and by a noted checkpoint, and not by the key alone', async () => {
  const { ports, witness, early } = await genuine()
  const forged = testPorts()
  const note = await record(forged, 1, 45, 12)
  await expect(askWitness(forged, LOG, address, note, posting(witness))).rejects.toThrow(
    /^the witness .*: inconsistent$/,
  )
  const cosigned = await cosignedCheckpoints(ports)
  const evidence = async () => ({ ...(await evidenceOf(forged, note)), cosigned })
  const alone = await verifyLog(await evidence(), { ...trust, witnesses: [] })
  expect(alone.faults).toEqual([])
  const seen = await verifyLog(await evidence(), trust)
  expect(seen.faults).toEqual([expect.stringContaining('the first 40 entries of the log are not those')])
  expect(seen.proven).toBe(0)
  const { size, root } = need(parseCheckpoint(early))
  const noted = await verifyLog(await evidence(), { ...trust, witnesses: [], noted: [{ size, root }] })
  expect(noted.faults).toEqual([
    'the first 30 entries of the log are not those that the checkpoint noted has',
  ])
  const unseen = await verifyLog({ ...(await evidence()), cosigned: [] }, trust)
  expect(unseen.faults).toEqual([
    `the witness ${address.key.name} has signed no checkpoint that is here: none yet, or they were taken away`,
  ])
})

test('a log whose end was cut off is detected by the witness and by its own checkpoint', async () => {
  const { ports, witness, note } = await genuine()
  const cut = testPorts()
  const short = await record(cut, 1, 35)
  await expect(askWitness(cut, LOG, address, short, posting(witness))).rejects.toThrow(
    /has seen 40 entries, there are 35/,
  )
  const cosigned = await cosignedCheckpoints(ports)
  const found = await verifyLog({ ...(await evidenceOf(cut, note)), cosigned }, trust)
  expect(found.faults).toEqual([
    'its own checkpoint has 40 entries, the log here has 35: its end was cut off',
    expect.stringMatching(/^the checkpoint that .* saw at .* has 40 entries, the log here has 35/),
  ])
})

test('an older copy agrees with itself and with its witness then; a later checkpoint shows it', async () => {
  const { ports, witness } = await genuine()
  const older = { checkpoint: await record(ports, 41, 41), cosigned: await cosignedCheckpoints(ports) }
  const evidence = async () => ({ ...(await evidenceOf(ports, older.checkpoint)), ...older })
  const before = await evidence()
  const copied: (readonly string[])[] = []
  for await (const entries of before.entries) copied.push(entries)
  const later = await record(ports, 42, 50)
  await askWitness(ports, LOG, address, later, posting(witness))
  const copy = () => ({
    ...older,
    async *entries() {
      yield* copied
    },
  })
  const asCopy = () => ({ ...older, entries: copy().entries() })
  expect((await verifyLog(asCopy(), trust)).faults).toEqual([])
  const { size, root } = need(parseCheckpoint(later))
  const found = await verifyLog(asCopy(), { ...trust, noted: [{ size, root }] })
  expect(found.faults).toEqual([
    'the checkpoint noted has 50 entries, the log here has 41: its end was cut off',
  ])
})

test('a noted checkpoint is compared also where the log shows no checkpoint of its own, or shows itself to nobody', async () => {
  const noted = [{ size: 12, root: 'ab'.repeat(16) }]
  const serving = (status: number) => ({
    async request(_: string, path: string) {
      if (path === '/log/checkpoint') return { status, headers: {}, text: '{"detail":"not for this token"}' }
      const text = path.startsWith('/log/cosigned') ? '{"checkpoints":[]}' : '{"entries":[]}'
      return { status: 200, headers: { 'content-type': 'application/json' }, text }
    },
  })
  const nothing = { log: null, witnesses: [], noted: [] }
  expect(await checkLog(serving(404), nothing)).toBeNull()
  expect((await checkLog(serving(404), { ...nothing, noted }))?.faults).toEqual([
    'the checkpoint noted has 12 entries, the log here has 0: its end was cut off',
  ])
  expect(await checkLog(serving(403), nothing)).toBeNull()
  await expect(checkLog(serving(403), { ...nothing, noted })).rejects.toThrow('not for this token')
})
