import { createHash, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { isConsistent } from '../../../domain/proof/consistency.ts'
import { leafHash, merkleRoot } from '../../../domain/proof/merkle.ts'
import { appendEntry, EMPTY_TREE, rootOf } from '../../../domain/proof/tiles.ts'
import { localSigner, type Signer } from '../../../functions/integrity/anchors/signer.ts'
import {
  addCosignature,
  cosignedCheckpoints,
  logKeyOf,
  newestCheckpoint,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
  witnessKeyOf,
} from '../../../functions/integrity/transparency/checkpoint.ts'
import { createLogPublisher } from '../../../functions/integrity/transparency/publisher.ts'
import {
  noteText,
  parseNote,
  parseNoteKey,
  signatureLine,
  verifyNote,
} from '../../../functions/integrity/transparency/signed-note.ts'
import { rangeRoot, storedTiles, tileWidth } from '../../../functions/integrity/transparency/tiles.ts'
import {
  consistencyProof,
  parseWitnessRequest,
  requestText,
  type Witness,
  type WitnessMemory,
  witnessCheckpoint,
} from '../../../functions/integrity/transparency/witness.ts'
import type { WitnessProgress } from '../../../functions/integrity/transparency/witness-progress.ts'
import type { Ports } from '../../../functions/ports.ts'
import { entryText, queueVersion, readLog, sequenceAppends } from '../../../functions/store/append-log.ts'
import { need } from '../../kit/reports.ts'
import { testPorts } from '../../kit/service.ts'
import { trials } from '../../kit/trials.ts'

const newSigner = (): Signer => need(localSigner(generateKeyPairSync('ed25519').privateKey))

/** Queues and sequences `count` entries more. */
async function grow(ports: Ports, count: number): Promise<void> {
  let size = 0
  for await (const { tree } of readLog(ports)) size = tree.size
  for (let k = 0; k < count; k++) {
    const n = size + k + 1
    await queueVersion(ports, {
      stream: 'tournament#T',
      n,
      hash: createHash('sha256').update(`${n}`).digest('hex'),
    })
  }
  expect(await sequenceAppends(ports)).toBe(count)
}

async function leavesOf(ports: Ports): Promise<string[]> {
  const leaves: string[] = []
  for await (const { entries } of readLog(ports))
    leaves.push(...entries.map((entry) => leafHash(entryText(entry))))
  return leaves
}

function memory(): WitnessMemory & { readonly notes: Map<string, string> } {
  const notes = new Map<string, string>()
  return {
    notes,
    last: async (origin) => notes.get(origin) ?? null,
    replace: async (origin, before, note) => {
      if ((notes.get(origin) ?? null) !== before) return false
      notes.set(origin, note)
      return true
    },
  }
}

/** A witness that knows the logs of these signers. */
const newWitness = (signer: Signer, logs: readonly Signer[], remembered = memory()): Witness => ({
  name: witnessKeyOf(signer.key).name,
  signer,
  memory: remembered,
  keyOf: async (origin) => logs.map(({ key }) => logKeyOf(key)).find(({ name }) => name === origin) ?? null,
})

/** The newest checkpoint with what proves it to continue that of `before` entries. */
async function requestOf(ports: Ports, signer: Signer, before: number) {
  const note = (await signCheckpoint(ports, signer)) ?? ''
  const { size } = need(parseCheckpoint(note))
  return { before, proof: await consistencyProof(await storedTiles(ports), before, size), note }
}

const NOW = Date.parse('2026-03-14T15:00:00Z')

test('a log that only grows is cosigned each time, and the checkpoint carries the line of its witness', async () => {
  const ports = testPorts()
  const [log, seer] = [newSigner(), newSigner()]
  const witness = newWitness(seer, [log])
  let before = 0
  let now = NOW
  for (const count of [1, 1, 5, 249, 1, 300, 500]) {
    await grow(ports, count)
    const request = need(parseWitnessRequest(requestText(await requestOf(ports, log, before))))
    const answer = await witnessCheckpoint(witness, request, now)
    if (answer.kind !== 'cosigned') throw new Error(JSON.stringify(answer))
    expect(answer.size).toBe(before + count)
    before = answer.size
    const added = await addCosignature(
      ports,
      logKeyOf(log.key),
      witnessKeyOf(seer.key),
      request.note + answer.line,
    )
    expect(added).toEqual({ ok: true, value: { size: before, at: now / 1000 } })
    now += 60_000
  }
  const newest = (await newestCheckpoint(ports)) ?? ''
  expect(need(openCheckpoint(newest, logKeyOf(log.key)))).toMatchObject({ size: before, at: 0 })
  const seen = need(openCheckpoint(newest, witnessKeyOf(seer.key)))
  expect(seen).toMatchObject({ size: before, at: now / 1000 - 60, root: merkleRoot(await leavesOf(ports)) })
  expect(await cosignedCheckpoints(ports)).toEqual([{ witness: witnessKeyOf(seer.key).name, note: newest }])
})

test('a log rewritten with its own key, one that was cut and an older copy are not cosigned', async () => {
  const [log, seer] = [newSigner(), newSigner()]
  const witness = newWitness(seer, [log])
  const [genuine, forged] = [testPorts(), testPorts()]
  await grow(genuine, 20)
  expect(await witnessCheckpoint(witness, await requestOf(genuine, log, 0), NOW)).toMatchObject({
    kind: 'cosigned',
  })

  await queueVersion(forged, { stream: 'tournament#T', n: 1, hash: 'f'.repeat(64) })
  await sequenceAppends(forged)
  await grow(forged, 30)
  const rewritten = await requestOf(forged, log, 20)
  expect(await witnessCheckpoint(witness, rewritten, NOW)).toMatchObject({ kind: 'inconsistent', size: 20 })
  expect(await witnessCheckpoint(witness, { ...rewritten, before: 0, proof: [] }, NOW)).toEqual({
    kind: 'stale',
    size: 20,
  })

  const cut = testPorts()
  await grow(cut, 10)
  expect(await witnessCheckpoint(witness, await requestOf(cut, log, 0), NOW)).toEqual({
    kind: 'stale',
    size: 20,
  })
  expect(
    await witnessCheckpoint(witness, { ...(await requestOf(cut, log, 0)), before: 20 }, NOW),
  ).toMatchObject({
    kind: 'malformed',
  })
  expect(await witnessCheckpoint(newWitness(seer, []), await requestOf(genuine, log, 0), NOW)).toMatchObject({
    kind: 'unknown-log',
  })
  const other = newSigner()
  const posing = {
    ...newWitness(seer, []),
    keyOf: async () => ({ ...logKeyOf(other.key), name: logKeyOf(log.key).name }),
  }
  expect(await witnessCheckpoint(posing, await requestOf(genuine, log, 0), NOW)).toMatchObject({
    kind: 'bad-signature',
  })
})

test('how far witnesses have come, how long entries wait for them and which contradict the log is measured after each publication', async () => {
  const ports = testPorts()
  const [log, seer] = [newSigner(), newSigner()]
  const other = testPorts()
  const remembered = memory()
  const witness = newWitness(seer, [log], remembered)
  const key = witnessKeyOf(seer.key)
  const reported: WitnessProgress[] = []
  const asked: string[] = []
  let answers = false
  const publisher = createLogPublisher(ports, {
    ...{ signer: log, witnesses: [{ key, url: 'https://w.example/' }], onFault: () => {} },
    onProgress: (progress) => reported.push(progress),
    async post(url, body) {
      asked.push(url)
      if (!answers) throw new Error('no answer')
      const answer = await witnessCheckpoint(witness, need(parseWitnessRequest(body)), ports.clock.now())
      if (answer.kind === 'stale') return { status: 409, body: `${answer.size}\n` }
      return answer.kind === 'cosigned'
        ? { status: 200, body: answer.line }
        : { status: 422, body: answer.kind }
    },
  })
  const publishAfter = async (seconds: number) => {
    ports.clock.pass(seconds * 1000)
    await publisher.publish()
    return reported.at(-1)
  }
  await queueVersion(ports, { stream: 'tournament#T', n: 1, hash: 'a'.repeat(64) })
  const nobody = { entries: 1, witnessed: null, ageSeconds: null, contradicted: [] }
  expect(await publishAfter(60)).toEqual({ ...nobody, unwitnessedSeconds: 0 })
  // It waits since it was first published, whatever comes after it.
  await queueVersion(ports, { stream: 'tournament#T', n: 2, hash: 'b'.repeat(64) })
  expect(await publishAfter(60)).toEqual({ ...nobody, entries: 2, unwitnessedSeconds: 60 })
  answers = true
  const seen = { entries: 2, witnessed: 2, unwitnessedSeconds: 0, contradicted: [] }
  expect(await publishAfter(60)).toEqual({ ...seen, ageSeconds: 0 })
  // Who has signed the newest checkpoint is not asked again.
  const before = asked.length
  expect(await publishAfter(60)).toEqual({ ...seen, ageSeconds: 60 })
  expect(asked).toHaveLength(before)

  // Another past under the same name was shown to the witness meanwhile.
  await queueVersion(other, { stream: 'tournament#T', n: 1, hash: 'c'.repeat(64) })
  await sequenceAppends(other)
  await grow(other, 4)
  remembered.notes.set(logKeyOf(log.key).name, (await requestOf(other, log, 0)).note)
  await queueVersion(ports, { stream: 'tournament#T', n: 3, hash: 'd'.repeat(64) })
  expect(await publishAfter(60)).toMatchObject({ entries: 3, witnessed: 2, contradicted: [key.name] })
  expect(await publishAfter(60)).toMatchObject({ unwitnessedSeconds: 60, contradicted: [key.name] })
})

test('a log without entries has the root of nothing, or is not cosigned', async () => {
  const [log, seer] = [newSigner(), newSigner()]
  const { name } = logKeyOf(log.key)
  const request = async (root: Buffer) => {
    const text = `${name}\n0\n${root.toString('base64')}\n`
    return { before: 0, proof: [], note: noteText(text, [await signatureLine(name, log, text)]) }
  }
  const nothing = createHash('sha256').digest()
  const witness = newWitness(seer, [log])
  expect(
    await witnessCheckpoint(witness, await request(createHash('sha256').update('x').digest()), NOW),
  ).toMatchObject({ kind: 'inconsistent' })
  expect(await witnessCheckpoint(witness, await request(nothing), NOW)).toMatchObject({ kind: 'cosigned' })
})

test('two checkpoints that contradict each other are not both cosigned, whichever comes first', async () => {
  const [log, seer] = [newSigner(), newSigner()]
  const remembered = memory()
  const witness = newWitness(seer, [log], remembered)
  const [one, other] = [testPorts(), testPorts()]
  await grow(one, 3)
  await queueVersion(other, { stream: 'tournament#T', n: 1, hash: 'f'.repeat(64) })
  await sequenceAppends(other)
  await grow(other, 3)
  const requests = [await requestOf(one, log, 0), await requestOf(other, log, 0)]
  const answers = await Promise.all(requests.map((request) => witnessCheckpoint(witness, request, NOW)))
  expect(answers.map(({ kind }) => kind).sort()).toEqual(['cosigned', 'stale'])
})

test('the tiles of a long log give each root and each proof', { timeout: 60_000 }, async () => {
  const ports = testPorts()
  // A full tile of the second level has 65,536 entries under it.
  const COUNT = trials(1_100, 66_000)
  const all = Array.from({ length: COUNT }, (_, k) => ({
    stream: 'tournament#T',
    n: k + 1,
    hash: '0'.repeat(64),
  }))
  let tree = EMPTY_TREE
  // Batches as they lie in the registry: to queue and sequence each entry would take long.
  for (let from = 0; from < COUNT; from += 1000) {
    const entries = all.slice(from, from + 1000)
    tree = entries.map(entryText).reduce(appendEntry, tree)
    await ports.registry.put('log#batches', String(from).padStart(16, '0'), { entries, tree })
  }
  const leaves = await leavesOf(ports)
  const headOf = (size: number) => ({ size, root: merkleRoot(leaves.slice(0, size)) })
  const tiles = await storedTiles(ports)
  expect(tiles.size).toBe(COUNT)
  expect(await rangeRoot(tiles, COUNT, { from: 0, to: COUNT })).toBe(rootOf(tree))
  expect([tileWidth(66_000, 0, 257), tileWidth(66_000, 1, 1), tileWidth(66_000, 2, 0)]).toEqual([208, 1, 1])
  expect(await tiles.hashes(1, 0, 4)).toHaveLength(4)
  if (COUNT > 65_536) expect(await tiles.hashes(2, 0, 1)).toEqual([merkleRoot(leaves.slice(0, 65_536))])
  const whole = { size: COUNT, root: rootOf(tree) ?? '' }
  for (const before of [255, 256, 257, COUNT - 3])
    expect(
      isConsistent(headOf(before), whole, await consistencyProof(tiles, before, COUNT)),
      `${before} of ${COUNT}`,
    ).toBe(true)
})

test('keys and notes are read as they are published, and nothing else is', async () => {
  // The key and note of the specification of signed notes (C2SP signed-note).
  const key = need(parseNoteKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'))
  const words =
    'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n'.replace(
      '’',
      "'",
    )
  const note = `${words}\n\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`
  expect(verifyNote(need(parseNote(note)), key)).toEqual({ at: 0 })
  expect(verifyNote(need(parseNote(note.replace('answer', 'solution'))), key)).toBeNull()
  expect(parseNoteKey(key.text)).toEqual({ ok: true, value: key })
  for (const bad of [
    '',
    'a b+c74f20a3+AQ==',
    key.text.replace('c74f', 'c74e'),
    key.text.replace('+ARpc', '+BRpc'),
    'x',
  ])
    expect(parseNoteKey(bad).ok, bad).toBe(false)
  for (const bad of [
    '',
    'x\n',
    'x\n\ny\n',
    noteText('x\n', ['\u2014 a b\n']),
    'x'.repeat(140_000),
    `\t${note}`,
  ])
    expect(parseNote(bad).ok, bad.slice(0, 20)).toBe(false)
  // One signature of a known key that does not hold spoils the note, whatever stands beside it.
  const line = note.slice(note.lastIndexOf('\u2014'))
  const spoilt = `${words}\n${line}${line.replace('ZJku', 'ZJkv')}`
  expect(verifyNote(need(parseNote(spoilt)), key)).toBeNull()
  const long = `\u2014 pq.example ${Buffer.alloc(4 + 4627, 1).toString('base64')}\n`
  expect(verifyNote(need(parseNote(note + long.repeat(15))), key)).toEqual({ at: 0 })
  expect(parseCheckpoint(`log\n1\n${'A'.repeat(43)}=\n\nmore\n\n${line}`)).toMatchObject({ ok: false })
  for (const bad of ['', 'old x\n\n', 'old 1\nAA==\n\nx', `old 1\n${'A\n'.repeat(64)}\n\nx`])
    expect(parseWitnessRequest(bad).ok, bad.slice(0, 20)).toBe(false)
})
