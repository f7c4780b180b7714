import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { erasePerson } from '../../functions/app/erase.ts'
import { openRoundGames } from '../../functions/app/round-games.ts'
import { createTournament } from '../../functions/app/tournaments.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import type { TrustedKeys } from '../../functions/integrity/anchors/anchor.ts'
import { createAnchorer } from '../../functions/integrity/anchors/anchorer.ts'
import type { Signer } from '../../functions/integrity/anchors/signer.ts'
import type { BundleLine, BundleManifest } from '../../functions/integrity/bundle/layout.ts'
import {
  type BundleFinding,
  openBundle,
  verifyBundle,
} from '../../functions/integrity/bundle/verify-bundle.ts'
import { writeBundle } from '../../functions/integrity/bundle/write-bundle.ts'
import { zipWriter } from '../../functions/integrity/bundle/zip.ts'
import { testSigner } from '../integrity/anchors/signer.ts'
import { temporaryFolder } from '../kit/command.ts'
import { append, move, need, press, report } from '../kit/reports.ts'
import { ADMIN, ARBITER, GAME, openClient, type ServiceClient, START } from '../kit/service.ts'
import { trials } from '../kit/trials.ts'

const scratch = temporaryFolder()
const folder = scratch.path
afterAll(() => scratch.remove())

interface Archive {
  readonly client: ServiceClient
  readonly signer: Signer
  readonly bytes: Buffer
}

/** Two rounds of two games: one mate, one illegal move, one with words; all anchored. */
async function archived(): Promise<Archive> {
  const client = await openClient()
  const { service } = client
  const signer = testSigner()
  const anchorer = createAnchorer(service, { signer, onFault: (error) => expect(error).toBeNull() })
  need(await createTournament(service, ADMIN, { name: 'Čigorin Memorial' }, 'T'))
  for (const round of ['1', '2']) {
    const games = ['a', 'b'].map((id, k) => ({
      ...GAME,
      id: `${id}${round}`,
      white: { name: `Weiß ${k}`, fideId: 100 + k },
      black: { name: `黒 ${k}` },
    }))
    need(await openRoundGames(service, ADMIN, { tournament: 'T', round }, games, undefined, START))
    for (const { id } of games) {
      need(
        await append(service, [report('s', 'session-started', 'arbiter')], { principal: ARBITER, game: id }),
      )
      const opening = [move('m1', 'white', 'f2', 'f3'), press('p1', 'white'), move('m2', 'black', 'e7', 'e5')]
      need(await append(service, opening, { game: id }))
      await anchorer.onChange(`game#${id}`)
      await anchorer.flush()
      if (id.startsWith('a'))
        need(
          await append(service, [move('m3', 'white', 'g2', 'g4'), move('m4', 'black', 'd8', 'h4')], {
            game: id,
          }),
        )
      else
        need(
          await append(service, [report('c', 'claim-made', 'white', { about: 'other', note: 'es zieht' })], {
            game: id,
          }),
        )
      await anchorer.onChange(`game#${id}`)
    }
    await anchorer.onChange(`round#T/${round}`)
  }
  await anchorer.flush()
  return { client, signer, bytes: await bundleOf(client) }
}

async function bundleOf(client: ServiceClient): Promise<Buffer> {
  const token = await client.token('admin')
  const asked: ApiClient = {
    request: (method, path, ask = {}) => client.ask(method, path, { token, ...ask }),
  }
  const parts: Uint8Array[] = []
  for await (const part of writeBundle(asked, 'T')) parts.push(part)
  return Buffer.concat(parts)
}

let files = 0

/** What is found in a bundle, as lines. */
async function findings(bytes: Uint8Array, keys: TrustedKeys): Promise<string[]> {
  const path = join(folder, `${++files}.zip`)
  await writeFile(path, bytes)
  const bundle = await openBundle(path)
  if (!bundle.ok) return [bundle.error.message]
  const found: string[] = []
  for await (const finding of verifyBundle(bundle.value, keys)) found.push(...lineOf(finding))
  bundle.value.close()
  return found
}

const lineOf = (finding: BundleFinding): string[] => {
  if (finding.kind === 'stream')
    return finding.verification.fault === null
      ? []
      : [`${finding.verification.stream} ${finding.verification.fault.kind} ${finding.verification.fault.n}`]
  return finding.kind === 'note' ? [`note ${finding.message}`] : [`${finding.file}: ${finding.message}`]
}

/** The files of a bundle, for somebody who writes it anew, with a manifest that fits. */
async function contents(bytes: Uint8Array): Promise<Map<string, string>> {
  const path = join(folder, `${++files}.zip`)
  await writeFile(path, bytes)
  const bundle = await openBundle(path)
  if (!bundle.ok) throw new Error(bundle.error.message)
  const all = new Map<string, string>()
  for (const name of bundle.value.names) {
    const content = await bundle.value.read(name)
    if (!content?.ok) throw new Error(content?.error.message)
    all.set(name, content.value.toString('utf8'))
  }
  bundle.value.close()
  return all
}

function packed(files: ReadonlyMap<string, string>): Buffer {
  const zip = zipWriter()
  const said = JSON.parse(files.get('manifest.json')!) as BundleManifest
  const listed = [...files].filter(([name]) => name !== 'manifest.json')
  const digests = listed.map(([name, text]) => ({
    name,
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }))
  const parts = listed.map(([name, text]) => zip.entry(name, Buffer.from(text)))
  const manifest = zip.entry('manifest.json', Buffer.from(JSON.stringify({ ...said, files: digests })))
  return Buffer.concat([...parts, manifest, zip.end()])
}

const GAME_FILE = 'games/a1.ndjson'

/** The bundle with one file written anew, its manifest too. */
async function rewrittenFile(bytes: Buffer, name: string, edit: (text: string) => string): Promise<Buffer> {
  const all = await contents(bytes)
  all.set(name, edit(all.get(name)!))
  return packed(all)
}

test('a bundle verifies offline with the public key alone, and the same record gives the same bytes', async () => {
  const { client, signer, bytes } = await archived()
  expect(await findings(bytes, [signer.key])).toEqual([])
  expect((await bundleOf(client)).equals(bytes)).toBe(true)
  const all = await contents(bytes)
  expect([...all.keys()]).toEqual([
    'README.txt',
    'tournament.json',
    'rounds/1.ndjson',
    'rounds/2.ndjson',
    'games/a1.ndjson',
    'games/b1.ndjson',
    'games/a2.ndjson',
    'games/b2.ndjson',
    'games.pgn',
    'games-as-played.pgn',
    'report-trf16.txt',
    'report-trf26.txt',
    'results.json',
    'manifest.json',
  ])
  expect(all.get('games.pgn')).toMatch(/\[White "Weiß 0"\][\s\S]*Qh4#/)
  expect(JSON.parse(all.get('results.json')!)[0]).toMatchObject({
    game: 'a1',
    result: '0-1',
    rule: 'checkmate',
  })
})

/** RFC 8785, written by hand so that no code of the program that wrote the bundle checks it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

function sha(...parts: (string | Uint8Array)[]): Buffer {
  return parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
}

test('each digest is made of what the text inside says, and of nothing that is not in the bundle', async () => {
  const { bytes, signer } = await archived()
  const all = await contents(bytes)
  const hex = (...parts: (string | Uint8Array)[]) => sha(...parts).toString('hex')
  const results = JSON.parse(all.get('results.json')!) as {
    game: string
    reading: { digest: string; result: string | null }
    digested: object
  }[]
  expect(results).toHaveLength(4)
  for (const { reading, digested } of results) expect(hex(canonical(digested))).toBe(reading.digest)

  const streams = [...all]
    .filter(([name]) => /^(games|rounds)\//.test(name))
    .map(([, text]) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as BundleLine),
    )
  const seen = { words: 0, entries: 0, anchors: 0, readings: 0 }
  const heads = streams.map((lines) => {
    const commits = lines.filter((line) => line.kind === 'commit')
    for (const { body, hash } of commits) expect(hex(body)).toBe(hash)
    const said = commits.map(({ body }) => body).join('\n')
    for (const line of lines) {
      if (line.kind === 'kept') {
        const { words, fields, salt } = line.value as { words?: string; fields?: object; salt: string }
        const digest = hex(salt, line.sk.startsWith('text#') ? words! : canonical(fields))
        expect(said, line.sk).toContain(`"${digest}"`)
        seen[line.sk.startsWith('text#') ? 'words' : 'entries']++
      }
      if (line.kind === 'anchor') {
        const { hash, signature: _, ...body } = line.anchor
        expect(hex(canonical(body))).toBe(hash)
        expect(body.key).toBe(hex(Buffer.from(signer.key.text, 'base64url')).slice(0, 16))
        seen.anchors++
        const result = results.find(({ game }) => `game#${game}` === line.leaf.stream)
        if (line.leaf.reading === undefined || line.leaf.n !== commits.at(-1)?.n) continue
        expect(line.leaf.reading.digest).toBe(hex(canonical(result?.digested)))
        seen.readings++
      }
    }
    const { hash, n, stream } = commits.at(-1)!
    return { hash, n, stream }
  })
  expect(seen).toEqual({ words: 2, entries: 8, anchors: expect.any(Number), readings: 2 })
  expect(seen.anchors).toBeGreaterThan(6)
  heads.sort((a, b) => (a.stream < b.stream ? -1 : 1))
  const root = (leaves: Uint8Array[]): Uint8Array => {
    if (leaves.length === 1) return leaves[0]!
    const left = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1)
    return sha(Uint8Array.of(1), root(leaves.slice(0, left)), root(leaves.slice(left)))
  }
  const manifest = JSON.parse(all.get('manifest.json')!) as BundleManifest
  const leaves = heads.map((head) => sha(Uint8Array.of(0), canonical(head)))
  expect(Buffer.from(root(leaves)).toString('hex')).toBe(manifest.root)
  for (const { name, sha256 } of manifest.files) expect(hex(all.get(name)!), name).toBe(sha256)
})

test('what the text inside says suffices to check a game by hand', async () => {
  const { bytes, signer } = await archived()
  const lines = (await contents(bytes))
    .get(GAME_FILE)!
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as BundleLine)
  let prev = '0'.repeat(64)
  const hashes = lines.flatMap((line) => {
    if (line.kind !== 'commit') return []
    expect(sha(line.body).toString('hex')).toBe(line.hash)
    expect(JSON.parse(line.body).prev).toBe(prev)
    prev = line.hash
    return [line.hash]
  })
  const anchor = lines.findLast((line) => line.kind === 'anchor')
  if (anchor?.kind !== 'anchor') throw new Error('the game has no anchor')
  let node = sha(Uint8Array.of(0), canonical(anchor.leaf))
  let [index, last] = [anchor.index, anchor.anchor.count - 1]
  for (const other of anchor.proof) {
    while (index % 2 === 0 && index === last)
      [index, last] = [index / 2, last / 2].map(Math.floor) as [number, number]
    const pair = Buffer.from(other, 'hex')
    node = index % 2 === 1 ? sha(Uint8Array.of(1), pair, node) : sha(Uint8Array.of(1), node, pair)
    ;[index, last] = [Math.floor(index / 2), Math.floor(last / 2)]
  }
  const { hash, signature: _, ...body } = anchor.anchor
  expect(node.toString('hex')).toBe(body.root)
  expect(sha(canonical(body)).toString('hex')).toBe(hash)
  expect(body.key).toBe(signer.key.id)
  expect(hashes[anchor.leaf.n - 1]).toBe(anchor.leaf.hash)
})

test('a bundle made by somebody else’s key does not pass, nor does one whose anchors were left out', async () => {
  const { bytes } = await archived()
  const found = await findings(bytes, [testSigner().key])
  expect(found.filter((line) => /signed by key/.test(line)).length).toBeGreaterThan(6)
  expect(found).toContain('games/a1.ndjson: anchors reach commit 0 of 4')
  const { signer, bytes: own } = await archived()
  const bare = await rewrittenFile(own, GAME_FILE, (text) =>
    text
      .split('\n')
      .filter((line) => !line.includes('"kind":"anchor"'))
      .join('\n'),
  )
  expect(await findings(bare, [signer.key])).toEqual(['games/a1.ndjson: anchors reach commit 0 of 4'])
})

test('an altered file is named, whether its digest in the manifest was mended or not', async () => {
  const { bytes, signer } = await archived()
  const keys = [signer.key]
  const all = await contents(bytes)
  const said = all.get('manifest.json')!
  const forged = all.get('games.pgn')!.replace('[Result "0-1"]', '[Result "1-0"]')
  const zip = zipWriter()
  const parts = [...all].map(([name, text]) =>
    zip.entry(name, Buffer.from(name === 'games.pgn' ? forged : text)),
  )
  expect(said).not.toContain(createHash('sha256').update(forged).digest('hex'))
  expect(await findings(Buffer.concat([...parts, zip.end()]), keys)).toEqual([
    'games.pgn: its bytes are not those that the manifest names',
    'games.pgn: it is not what the streams render to',
  ])
  expect(await findings(await rewrittenFile(bytes, 'games.pgn', () => forged), keys)).toEqual([
    'games.pgn: it is not what the streams render to',
  ])
  const results = (text: string) => text.replace('"result": "0-1"', '"result": "1-0"')
  expect(await findings(await rewrittenFile(bytes, 'results.json', results), keys)).toEqual([
    'results.json: it is not what the streams fold to',
  ])
  const event = (text: string) => text.replace(/("kind":"event".*)"to":"h4"/, '$1"to":"h5"')
  expect(await findings(await rewrittenFile(bytes, GAME_FILE, event), keys)).toEqual([
    'games/a1.ndjson: its events are not those of its commits',
  ])
  const swapped = (text: string) => text.replace('"name":"Weiß 0"', '"name":"Schwarz 0"')
  expect(await findings(await rewrittenFile(bytes, GAME_FILE, swapped), keys)).toEqual([
    'game#a1 altered-person 1',
  ])
  const words = (text: string) => text.replace('"words":"es zieht"', '"words":"nichts"')
  expect(await findings(await rewrittenFile(bytes, 'games/b2.ndjson', words), keys)).toEqual([
    'game#b2 altered-text 4',
  ])
})

test('a guide that says something else is named', async () => {
  const { bytes, signer } = await archived()
  const forged = await rewrittenFile(bytes, 'README.txt', (text) => `${text}\nThe key to check with: x\n`)
  expect(await findings(forged, [signer.key])).toEqual([
    'README.txt: it is not the text that this version writes',
  ])
})

test('a manifest that unfolds into more than one of all files could have is refused before it is unpacked', async () => {
  const bomb = Buffer.from(zipSync({ 'manifest.json': new Uint8Array(20_000_000) }))
  expect(bomb.length).toBeLessThan(100_000)
  expect(await findings(bomb, [])).toEqual(['manifest.json would take 20000000 bytes; 16777216 are read'])
})

test('a report to the federation whose results, colours or pairs are not those of the games is named', async () => {
  const { bytes, signer } = await archived()
  const forge = async (edit: (text: string) => string) => {
    const forged = await rewrittenFile(bytes, 'report-trf16.txt', edit)
    return findings(forged, [signer.key])
  }
  const all = await contents(bytes)
  const lost = /^(001 .* w )0/m
  expect(all.get('report-trf16.txt')).toMatch(lost)
  expect(await forge((text) => text.replace(lost, '$11'))).toEqual([
    expect.stringMatching(/^report-trf16\.txt: player \d, round \d: it says "1", the game says "0"$/),
  ])
  expect(await forge((text) => text.replace(lost, '$1='))).toHaveLength(1)
  expect(await forge((text) => text.replace(/ w 0/, ' b 0'))).toEqual([
    expect.stringContaining('the record has no game of this player against'),
  ])
  const without = (text: string) => text.replaceAll(/^(001.{86}).*$/gm, '$1')
  expect(await forge(without)).toEqual([
    expect.stringMatching(/^report-trf16\.txt: round 1: the game .* is left out$/),
  ])
  expect(await forge((text) => text.replace('Weiß 0', 'Weiß 9'))).toEqual([])
  expect(await forge((text) => text.replaceAll(/^(001.*?) {3}100(.*)Weiß/gm, '$1   999$2Weiß'))).toEqual([])
})

test('odd tournaments verify: no round, a round without games, games without a move, going on, ended by a forfeit', async () => {
  const client = await openClient()
  const signer = testSigner()
  const { service } = client
  const anchorer = createAnchorer(service, { signer, onFault: (error) => expect(error).toBeNull() })
  need(await createTournament(service, ADMIN, { name: 'Odd "Open" \\ 👩🏽‍🎓' }, 'T'))
  expect(await findings(await bundleOf(client), [signer.key])).toEqual([])
  const token = await client.token('admin')
  const ask = (method: string, path: string, body: unknown) => client.ask(method, path, { token, body })
  expect((await ask('PATCH', '/tournaments/T/rounds/1', { start: '2026-03-14T14:00:00.000Z' })).status).toBe(
    200,
  )
  const names = [
    '"Q" \\',
    'נחום, אבי',
    '?',
    'erased',
    '👩🏽‍🎓',
    'Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine',
  ]
  const games = Array.from({ length: 6 }, (_, k) => ({
    ...GAME,
    id: `o${k}`,
    white: { name: names[k]! },
    black: { name: `黒 ${k}`, fideId: 300 + k },
  }))
  need(await openRoundGames(service, ADMIN, { tournament: 'T', round: 'finals' }, games, undefined, START))
  const tell = (id: string, type: Parameters<typeof report>[1], data: object = {}) =>
    append(service, [report(`${id}-${type}`, type, 'arbiter', data)], { principal: ARBITER, game: id })
  for (const id of ['o0', 'o1', 'o4']) need(await tell(id, 'session-started'))
  need(await append(service, [move('m1', 'white', 'e2', 'e4'), press('p1', 'white')], { game: 'o0' }))
  need(await tell('o1', 'result-set', { white: '½', black: '0', reason: 'both late' }))
  need(await tell('o2', 'result-set', { white: '+', black: '-', reason: 'no show' }))
  need(await tell('o3', 'result-set', { white: '-', black: '-', reason: 'no show' }))
  need(await tell('o5', 'result-set', { white: '1', black: '0', reason: 'sheet' }))
  const boards = [
    { game: 'o5', board: 1 },
    { game: 'o0', board: 6 },
  ]
  expect((await ask('PATCH', '/tournaments/T/rounds/finals', { boards })).status).toBe(200)
  for (const { stream } of [
    { stream: 'round#T/1' },
    { stream: 'round#T/finals' },
    ...games.map(({ id }) => ({ stream: `game#${id}` })),
  ])
    await anchorer.onChange(stream)
  await anchorer.flush()
  expect(await findings(await bundleOf(client), [signer.key])).toEqual([])
})

test('a commit altered, cut off, or a whole game written anew: named by kind and commit', async () => {
  const { bytes, signer } = await archived()
  const keys = [signer.key]
  const commitLine = (n: number) => new RegExp(`^\\{"kind":"commit","stream":"game#a1","n":${n},.*\\n`, 'm')
  const flipped = await rewrittenFile(bytes, GAME_FILE, (text) => text.replace('\\"f3\\"', '\\"f4\\"'))
  expect(await findings(flipped, keys)).toContain('game#a1 altered 3')
  const cut = await rewrittenFile(bytes, GAME_FILE, (text) => text.replace(commitLine(4), ''))
  expect(await findings(cut, keys)).toContain('game#a1 truncated 4')
  const removed = await rewrittenFile(bytes, GAME_FILE, (text) => text.replace(commitLine(2), ''))
  expect(await findings(removed, keys)).toContain('game#a1 removed 2')
  const anew = await rewrittenFile(bytes, GAME_FILE, (text) => {
    let prev = '0'.repeat(64)
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    return lines
      .map((line) => {
        if (line.kind !== 'commit') return JSON.stringify(line)
        const body = { ...JSON.parse(line.body), prev }
        if (line.n === 4) body.events[0].data.to = 'g5'
        const encoded = canonical(body)
        prev = sha(encoded).toString('hex')
        return JSON.stringify({ ...line, body: encoded, hash: prev })
      })
      .join('\n')
  })
  expect(await findings(anew, keys)).toContain('game#a1 recomputed 4')
})

test('a game left out is missed, a file put in is named, half a file is none', async () => {
  const { bytes, signer } = await archived()
  const keys = [signer.key]
  const all = await contents(bytes)
  all.delete('games/b1.ndjson')
  expect(await findings(packed(all), keys)).toContain(
    'games/b1.ndjson: a round has this game, and it is missing',
  )
  const more = packed(new Map([...(await contents(bytes)), ['notes.txt', 'x']]))
  expect(await findings(more, keys)).toEqual(['notes.txt: it is none of a bundle’s files'])
  const zip = zipWriter()
  const parts = [...(await contents(bytes))].map(([name, text]) => zip.entry(name, Buffer.from(text)))
  const stray = Buffer.concat([...parts, zip.entry('stray.txt', Buffer.from('x')), zip.end()])
  expect(await findings(stray, keys)).toEqual(['stray.txt: the manifest does not name it'])
  for (const length of [0, 1, 100, bytes.length - 1])
    expect((await findings(bytes.subarray(0, length), keys))[0]).toMatch(/ZIP/)
})

test('a file whose name leads out of the folder, or is there twice, or whose size is not what the directory says is refused', async () => {
  const { bytes, signer } = await archived()
  const all = [...(await contents(bytes))].map(([name, text]) => [name, Buffer.from(text)] as const)
  const zipped = (...more: readonly (readonly [string, Buffer])[]) => {
    const zip = zipWriter()
    const parts = [...all, ...more].map(([name, content]) => zip.entry(name, content))
    return Buffer.concat([...parts, zip.end()])
  }
  for (const name of ['../games.pgn', '/games.pgn', 'games/../../x', 'C:/x', 'games\\x'])
    expect(await findings(zipped([name, Buffer.from('x')]), [signer.key]), name).toEqual([
      expect.stringMatching(/^the ZIP file’s directory cannot be read: /),
    ])
  expect(await findings(zipped(['games.pgn', Buffer.from('x')]), [signer.key])).toEqual([
    'games.pgn is in the ZIP file twice',
  ])
  // The size, 24 bytes into each entry of the directory.
  const forged = (size: number) => {
    const whole = Buffer.from(zipped())
    const names = all.map(([name]) => name)
    let at = whole.lastIndexOf(Buffer.from(names[0]!), -1) - 46
    for (const name of names) {
      if (name === 'games.pgn') whole.writeUInt32LE(size, at + 24)
      at += 46 + whole.readUInt16LE(at + 28) + whole.readUInt16LE(at + 30) + whole.readUInt16LE(at + 32)
    }
    return whole
  }
  for (const size of [0, 7, 100_000_000])
    expect(await findings(forged(size), [signer.key])).toContain(
      'games.pgn: games.pgn is damaged in the ZIP file',
    )
  expect(await findings(forged(0xfffffff0), [signer.key])).toContain(
    'games.pgn: games.pgn would take 4294967280 bytes; 268435456 are read',
  )
})

test('a ZIP file whose entries share their bytes, so that little unfolds into much, is refused', async () => {
  const whole = Buffer.from(zipSync({ a00: new Uint8Array(5_000_000) }))
  const at = whole.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  const end = whole.indexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const names = Array.from({ length: 90 }, (_, n) => `a${10 + n}`)
  const directory = Buffer.concat(
    names.map((name) => {
      const entry = Buffer.from(whole.subarray(at, end))
      entry.write(name, 46)
      return entry
    }),
  )
  const tail = Buffer.from(whole.subarray(end))
  tail.writeUInt16LE(names.length, 8)
  tail.writeUInt16LE(names.length, 10)
  tail.writeUInt32LE(directory.length, 12)
  const bomb = Buffer.concat([whole.subarray(0, at), directory, tail])
  expect(await findings(bomb, [])).toEqual([expect.stringMatching(/its files overlap/)])
})

test('a bundle that another program has packed anew, unpacked or smaller and with its folders listed, is the same bundle', async () => {
  const { bytes, signer } = await archived()
  const all = [...(await contents(bytes))].map(([name, text]) => [name, Buffer.from(text)] as const)
  for (const level of [0, 9] as const) {
    const again = zipSync({ ...Object.fromEntries(all), 'games/': new Uint8Array() }, { level })
    expect(await findings(again, [signer.key]), `level ${level}`).toEqual([])
    const changed = Buffer.from(again)
    changed[changed.indexOf('"kind":"commit"')] = 0
    if (level === 0) expect(await findings(changed, [signer.key])).not.toEqual([])
  }
})

test('anchors of another game, truly signed, vouch for nothing here', async () => {
  const { bytes, signer } = await archived()
  const all = await contents(bytes)
  const linesOf = (name: string) => all.get(name)!.trimEnd().split('\n')
  const isAnchor = (line: string) => line.startsWith('{"kind":"anchor"')
  const foreign = linesOf('games/b1.ndjson').filter(isAnchor)
  const own = linesOf(GAME_FILE)
  expect([foreign.length, own.filter(isAnchor).length].every((count) => count > 0)).toBe(true)
  all.set(GAME_FILE, `${[...own.filter((line) => !isAnchor(line)), ...foreign].join('\n')}\n`)
  expect(await findings(packed(all), [signer.key])).toContainEqual(
    expect.stringMatching(/^games\/a1\.ndjson: anchors reach commit 0 of/),
  )
})

test('any single byte changed in the file is noticed, and nothing falls over', async () => {
  const { bytes, signer } = await archived()
  let seed = 7
  for (let trial = 0; trial < trials(60, 2_000); trial++) {
    seed = (seed * 48_271) % 2_147_483_647
    const place = seed % bytes.length
    const changed = Buffer.from(bytes)
    changed[place] = changed[place]! ^ (1 << (seed % 8))
    const found = await findings(changed, [signer.key])
    // Of an entry's own header only what the directory does not say better is read: the rest says nothing of the record.
    if (found.length === 0)
      expect((await contents(changed)).get(GAME_FILE)).toBe((await contents(bytes)).get(GAME_FILE))
  }
}, 120_000)

test('an erased person is not in the bundle, which verifies all the same', async () => {
  const { client, signer } = await archived()
  const [first] = await client.ports.log.load('game#a1', 0)
  const { person } = JSON.parse(first!.body).events[0].data.white
  need(await erasePerson(client.service, ADMIN, person))
  const bytes = await bundleOf(client)
  const all = await contents(bytes)
  expect([...all.values()].join('\n')).not.toContain('Weiß 0')
  expect(all.get('games.pgn')).toContain('[White "erased"]')
  expect(await findings(bytes, [signer.key])).toEqual([])
})
