/** A publisher that is stopped asks nothing more of the store, which is closed after it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLogPublisher } from '../../../functions/integrity/transparency/publisher.ts'
import { parseNoteKey } from '../../../functions/integrity/transparency/signed-note.ts'
import { isLogEmpty, queueVersion } from '../../../functions/store/append-log.ts'
import type { Documents } from '../../../functions/store/documents.ts'
import { need } from '../../kit/reports.ts'
import { testPorts } from '../../kit/service.ts'
import { testSigner } from '../anchors/signer.ts'

const VERSIONS = 600

/** A store that takes its time, and notes what is asked of it once it is closed. */
function slowStore(documents: Documents<unknown>, ms: number) {
  const late: string[] = []
  const store = { isClosed: false, late, asked: 0 }
  const slowly =
    <A extends readonly unknown[], R>(name: string, ask: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      store.asked++
      if (store.isClosed) late.push(name)
      await sleep(ms)
      return ask(...args)
    }
  const slow: Documents<unknown> = {
    get: slowly('get', documents.get.bind(documents)),
    put: slowly('put', documents.put.bind(documents)),
    putAll: slowly('putAll', documents.putAll.bind(documents)),
    putIfNewer: slowly('putIfNewer', documents.putIfNewer.bind(documents)),
    putIfAbsent: slowly('putIfAbsent', documents.putIfAbsent.bind(documents)),
    delete: slowly('delete', documents.delete.bind(documents)),
    query(...of) {
      store.asked++
      if (store.isClosed) late.push('query')
      return documents.query(...of)
    },
  }
  return { store, slow }
}

async function openPublisher(post: () => Promise<{ status: number; body: string }>) {
  const ports = testPorts()
  for (let n = 1; n <= VERSIONS; n++)
    await queueVersion(ports, { stream: `tournament#T${n}`, n: 1, hash: 'a'.repeat(64) })
  const { store, slow } = slowStore(ports.registry as Documents<unknown>, 5)
  const faults: unknown[] = []
  const witness = need(parseNoteKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'))
  const publisher = createLogPublisher(
    { ...ports, registry: slow },
    {
      ...{ signer: testSigner(), witnesses: [{ key: witness, url: 'https://w.example/' }], post },
      onFault: (error) => faults.push(error),
    },
  )
  publisher.start()
  return { ports, publisher, store, faults }
}

test('a publication that takes longer than closing waits ends with the step it is at', async () => {
  const { publisher, store, faults, ports } = await openPublisher(async () => ({ status: 500, body: '' }))
  const last = publisher.close()
  await expect.poll(() => store.asked).toBeGreaterThan(10)
  await publisher.stop()
  store.isClosed = true
  await last
  await sleep(100)
  expect(store.late).toEqual([])
  expect(faults).toEqual([])
  // It had begun, and the next start goes on.
  expect(await isLogEmpty(ports)).toBe(false)
})

test('a witness that answers after the stop is not waited for with the store', async () => {
  let answer: (value: { status: number; body: string }) => void = () => {}
  let isAsked = false
  const { publisher, store, faults } = await openPublisher(() => {
    isAsked = true
    return new Promise((resolve) => {
      answer = resolve
    })
  })
  const last = publisher.close()
  await expect.poll(() => isAsked, { timeout: 20_000 }).toBe(true)
  const stopped = publisher.stop()
  store.isClosed = true
  answer({ status: 200, body: 'a line\n' })
  await Promise.all([last, stopped])
  expect(store.late).toEqual([])
  expect(faults).toEqual([])
}, 30_000)

test('one that is closed in time has published all', async () => {
  const { publisher, store, ports } = await openPublisher(async () => ({ status: 500, body: '' }))
  await publisher.close()
  await publisher.stop()
  store.isClosed = true
  expect(store.late).toEqual([])
  const waiting: string[] = []
  for (const pk of ['log#pending', 'log#pending#1', 'log#pending#2', 'log#pending#3'])
    for await (const { sk } of ports.registry.query(pk)) waiting.push(sk)
  expect(waiting).toEqual([])
}, 30_000)
