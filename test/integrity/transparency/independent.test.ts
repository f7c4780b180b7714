/** A host's log as a stranger reads it: with the public formats and nothing of this program. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { witnessServer } from '../../../functions/host/cli/commands/witness.ts'
import { startHost } from '../../../functions/host/serve.ts'
import { parseNoteKey } from '../../../functions/integrity/transparency/signed-note.ts'
import { openWitnessFolder } from '../../../functions/integrity/transparency/witness-folder.ts'
import { logOver } from '../../../functions/observability/log.ts'
import { queueVersion } from '../../../functions/store/append-log.ts'
import { temporaryFolder } from '../../kit/command.ts'
import { need } from '../../kit/reports.ts'
import {
  auditPath,
  consistencyHolds,
  consistencyPath,
  entriesFromBundles,
  hashesFromTiles,
  hashOfLeaf,
  inclusionHolds,
  independentWitness,
  openNote,
  pathOfTile,
  readCheckpointBody,
  readVerifierKey,
  treeHash,
  widthOfTile,
} from './independent-verifier.ts'

const scratch = temporaryFolder()
afterAll(() => scratch.remove())

test('the independent verifier takes nothing of the product', () => {
  const source = readFileSync(join(import.meta.dirname, 'independent-verifier.ts'), 'utf8')
  expect([...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual(['node:crypto'])
  expect(source).not.toMatch(/import\(|require\(/)
})

test('what the specifications give as examples holds in the independent verifier', () => {
  // C2SP signed-note, Example.
  const key = readVerifierKey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k')
  const note =
    'This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'
  expect(openNote(note, [key]).text).toBe('This is an example message.\n')
  expect(() => openNote(note.replace('example message', 'example massage'), [key])).toThrow('not signed')
  // The product says the same of them.
  expect(
    need(parseNoteKey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k')),
  ).toMatchObject({ role: 'log', id: '530d903a' })

  // C2SP tlog-cosignature: its keys are not given, so that its signatures are ignored.
  const cosigned = openNote(
    [
      'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n',
      '\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n',
      '\u2014 witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n',
    ].join(''),
    [],
  )
  expect(readCheckpointBody(cosigned.text)).toMatchObject({
    origin: 'example.com/behind-the-sofa',
    size: 20_852_163,
  })

  // C2SP tlog-tiles: index 1234067, and the tiles of 70,000 entries.
  expect(pathOfTile(0, 1_234_067, 256)).toBe('tile/0/x001/x234/067')
  expect([272, 273].map((index) => widthOfTile(70_000, 0, index))).toEqual([256, 112])
  expect([widthOfTile(70_000, 1, 0), widthOfTile(70_000, 1, 1), widthOfTile(70_000, 2, 0)]).toEqual([
    256, 17, 1,
  ])

  // The trees with which implementations of RFC 6962 are compared.
  const leaves = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map((hex) => hashOfLeaf(Buffer.from(hex, 'hex')))
  expect(
    leaves.map((_, k) =>
      treeHash(leaves.slice(0, k + 1))
        .toString('hex')
        .slice(0, 16),
    ),
  ).toEqual([
    '6e340b9cffb37a98',
    'fac54203e7cc696c',
    'aeb6bcfe274b70a1',
    'd37ee418976dd957',
    '4e3bbb1f7b478dcf',
    '76e67dadbcdf1e10',
    'ddb89be403809e32',
    '5dc9da79a70659a9',
  ])
})

test('two checkpoints of a host, their consistency and each entry hold for an independent verifier', async () => {
  // The witness was written from the specification as well; it knows the log as soon as it has the key of the host.
  const name = 'witness.example/independent'
  const witness = independentWitness(name, generateKeyPairSync('ed25519'))
  let logKey: ReturnType<typeof readVerifierKey> | null = null
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { status, text } =
      logKey === null ? { status: 404, text: 'unknown\n' } : witness.addCheckpoint(body, logKey)
    answers.push(status)
    response
      .writeHead(status, { 'content-type': status === 409 ? 'text/x.tlog.size' : 'text/plain' })
      .end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = join(scratch.path, 'host')
  const running = need(
    await startHost({
      ...{ folder, host: '127.0.0.1', port: 0, fsync: false, log: logOver(() => {}, 'error') },
      witnesses: [{ key: need(parseNoteKey(witness.vkey)), url }],
    }),
  )
  try {
    const tokens = JSON.parse(readFileSync(join(folder, 'tokens.json'), 'utf8')) as Record<string, string>
    const ask = async (path: string, body?: object) => {
      const headers = { authorization: `Bearer ${tokens['admin']}`, 'content-type': 'application/json' }
      const answer = await fetch(`${running.url}${path}`, {
        headers,
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return answer
    }
    const openRound = async (round: number, boards: number) => {
      const timeControl = { periods: [{ time: 5_400_000 }] }
      const games = Array.from({ length: boards }, (_, k) => ({
        ...{ id: `r${round}-${k}`, edition: '2023-01-01', play: 'standard', timeControl },
        ...{ white: { name: `White ${k}` }, black: { name: `Black ${k}` } },
      }))
      await ask(`/tournaments/T/rounds/${round}/games`, games)
    }
    const checkpoint = async () => {
      await ask('/log/checkpoint', {})
      return (await ask('/log/checkpoint')).text()
    }
    const fetchTile = async (path: string) => Buffer.from(await (await ask(`/log/${path}`)).arrayBuffer())

    await ask('/tournaments', { id: 'T', name: 'Open' })
    await openRound(1, 8)
    const { log } = (await (await ask('/log/checkpoint', {})).json()) as { log: string }
    logKey = readVerifierKey(log)
    const trusted = [logKey, readVerifierKey(witness.vkey)]
    await openRound(2, 8)
    const earlier = await checkpoint()
    await openRound(3, 8)
    // More than a tile holds, queued at once: as many requests would take long.
    const hash = createHash('sha256').update('settings').digest('hex')
    await Promise.all(
      Array.from({ length: 260 }, (_, n) =>
        queueVersion(running.host.service, { stream: 'tournament#U', n: n + 1, hash }),
      ),
    )
    const later = await checkpoint()

    const [first, second] = [earlier, later].map((note) => openNote(note, trusted))
    const [a, b] = [readCheckpointBody(first!.text), readCheckpointBody(second!.text)]
    expect([a.origin, b.origin]).toEqual([logKey.name, logKey.name])
    expect(a.size).toBeGreaterThan(16)
    expect(a.size).toBeLessThan(256)
    expect(b.size).toBeGreaterThan(270)
    // The second checkpoint was proven to the witness from the first.
    expect(answers.filter((status) => status === 200)).toHaveLength(2)
    expect(Math.abs(Number(second!.signers.get(name)) * 1000 - Date.now())).toBeLessThan(60_000)

    for (const body of [a, b]) {
      const hash = hashesFromTiles(body.size, fetchTile)
      expect((await hash(0, body.size)).equals(body.root)).toBe(true)
      const entries = await entriesFromBundles(body.size, fetchTile)
      for (const [index, entry] of entries.entries()) {
        const path = await auditPath(index, body.size, hash)
        expect(inclusionHolds(hashOfLeaf(entry), index, body, path), `entry ${index}`).toBe(true)
        expect(inclusionHolds(hashOfLeaf(Buffer.concat([entry, Buffer.of(32)])), index, body, path)).toBe(
          false,
        )
      }
    }
    const proof = await consistencyPath(a.size, b.size, hashesFromTiles(b.size, fetchTile))
    expect(consistencyHolds(a, b, proof)).toBe(true)
    expect(consistencyHolds({ ...a, root: hashOfLeaf(a.root) }, b, proof)).toBe(false)
    const given = (await (await ask(`/log/proof?before=${a.size}&size=${b.size}`)).json()) as {
      proof: string[]
    }
    expect(proof.map((each) => each.toString('hex'))).toEqual(given.proof)

    // What is proven is the record: the hash of each commit stands in an entry.
    const texts = (await entriesFromBundles(b.size, fetchTile)).map((entry) =>
      JSON.parse(entry.toString('utf8')),
    )
    const audit = (await (await ask('/games/r3-7/audit')).json()) as {
      commits: { n: number; hash: string }[]
    }
    for (const { n, hash } of audit.commits) expect(texts).toContainEqual({ stream: 'game#r3-7', n, hash })

    // A witness of ours, read by the independent verifier.
    const opened = need(openWitnessFolder(join(scratch.path, 'w'), 'w.example/1', [need(parseNoteKey(log))]))
    const ours = witnessServer(opened).listen(0, '127.0.0.1')
    await once(ours, 'listening')
    const place = `http://127.0.0.1:${(ours.address() as AddressInfo).port}/add-checkpoint`
    // Whatever a stranger asks for is answered.
    for (const path of [
      '/checkpoint?origin=__proto__',
      '/checkpoint?origin=toString',
      '/checkpoint',
      '//',
      '/?',
    ])
      expect([path, await statusOf(ours, path)]).toEqual([path, 404])
    const line = await (await fetch(place, { method: 'POST', body: `old 0\n\n${later}` })).text()
    ours.close()
    opened.close()
    const both = openNote(later + line, [trusted[0]!, readVerifierKey(opened.key.text)])
    expect(Math.abs(Number(both.signers.get('w.example/1')) * 1000 - Date.now())).toBeLessThan(60_000)
  } finally {
    await running.close()
    server.closeAllConnections()
    server.close()
  }
}, 120_000)

/** Of a request whose target is sent as it stands. */
async function statusOf(server: Server, path: string): Promise<number | undefined> {
  const asked = request({ port: (server.address() as AddressInfo).port, path }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}
