/** A round's PGN by pages of boards: together they are the file, each with a link to the next, from the record as from views. */
import { beforeAll, describe, expect, test } from 'vitest'
import { omit } from '../../events/omit.ts'
import { createProjector } from '../../functions/projections/projector.ts'
import { openService } from '../kit/compose.ts'
import { hall, pairing } from '../kit/hall.ts'
import { httpEvent, START, type TestPorts, testPorts, testRouter } from '../kit/service.ts'

/** Boards with gaps between their numbers. */
const BOARDS = [1, 2, 4, 7, 8, 12, 20]
const FILE = '/tournaments/T/rounds/1.pgn'

let ports: TestPorts

beforeAll(async () => {
  ports = testPorts()
  const { open, service } = await hall(ports)
  await open(BOARDS.map((board) => pairing(`W${board}`, `B${board}`, { id: `g${board}`, board })))
  const projector = createProjector(service)
  for (const stream of ['round#T/1', ...BOARDS.map((board) => `game#g${board}`)])
    await projector.onChange(stream)
})

const asker = async (useReadModels: boolean) => {
  const router = await testRouter(openService({ ...ports, useReadModels }))
  return (path: string, headers = {}) => router(httpEvent('GET', path, headers))
}

describe.each([
  ['the record', false],
  ['views', true],
])('from %s', (_, useReadModels) => {
  test.each([1, 2, 3, 7, 100])(
    'pages of %i boards are the whole file, one after the other',
    async (boards) => {
      const ask = await asker(useReadModels)
      const texts: string[] = []
      let path: string | null = `${FILE}?boards=${boards}&clocks=false`
      while (path !== null) {
        const { statusCode, headers = {}, body } = await ask(path)
        expect(statusCode, path).toBe(200)
        texts.push(String(body))
        const next = /^<(\?.+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1]
        path = next === undefined ? null : FILE + next
      }
      expect(texts).toHaveLength(Math.ceil(BOARDS.length / boards))
      expect(texts.join('\n')).toBe((await ask(`${FILE}?clocks=false`)).body)
    },
  )

  test('scoresheets come by the same pages', async () => {
    const ask = await asker(useReadModels)
    const path = '/tournaments/T/rounds/1/scoresheets'
    const whitesOf = (body: unknown) => [...String(body).matchAll(/\bW\d+\b/g)].map(([name]) => name)
    const whole = await ask(path)
    const pages: string[][] = []
    const tags = new Set([whole.headers?.['etag']])
    for (let query: string | undefined = '?boards=3&language=de'; query !== undefined; ) {
      const { statusCode, headers = {}, body } = await ask(path + query)
      expect([query, statusCode]).toEqual([query, 200])
      pages.push([...new Set(whitesOf(body))])
      tags.add(headers['etag'])
      query = /^<(\?.+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1]
    }
    expect(pages).toEqual([['W1', 'W2', 'W4'], ['W7', 'W8', 'W12'], ['W20']])
    expect(pages.flat()).toEqual([...new Set(whitesOf(whole.body))])
    expect(tags.size).toBe(4)
    expect(whole.headers).not.toHaveProperty('link')
  })

  test('a page begins at a board, whether somebody sits there or not, and is empty behind the last one', async () => {
    const ask = await asker(useReadModels)
    const whites = async (query: string) =>
      [...String((await ask(FILE + query)).body).matchAll(/\[White "(\w+)"\]/g)].map(([, name]) => name)
    expect(await whites('?from=5&boards=2')).toEqual(['W7', 'W8'])
    expect(await whites('?from=8')).toEqual(['W8', 'W12', 'W20'])
    expect(await whites('?from=21')).toEqual([])
    expect((await ask(`${FILE}?from=8`)).headers).not.toHaveProperty('link')
    expect((await ask(FILE)).headers).not.toHaveProperty('link')
  })

  test('a client that has a page is told so, with the link to the next, and no two pages share a tag', async () => {
    const ask = await asker(useReadModels)
    const tags = new Set<unknown>()
    for (const query of ['', '?from=2', '?boards=2', '?from=2&boards=2']) {
      const { headers = {} } = await ask(FILE + query)
      tags.add(headers['etag'])
      const again = await ask(FILE + query, { 'if-none-match': String(headers['etag']) })
      expect(again.statusCode).toBe(304)
      expect(again.headers?.['link']).toBe(headers['link'])
    }
    expect(tags.size).toBe(4)
    // Who has other pages has not this one.
    for (const query of ['', '?from=2', '?boards=2', '?from=2&boards=2']) {
      const own = (await ask(FILE + query)).headers?.['etag']
      const others = [...tags].filter((tag) => tag !== own).join(', ')
      expect((await ask(FILE + query, { 'if-none-match': others })).statusCode).toBe(200)
      expect((await ask(FILE + query, { 'if-none-match': `${others}, W/${own}` })).statusCode).toBe(304)
    }
  })

  test('HEAD says of a page what GET says, and OPTIONS lets pages of other sites read its link', async () => {
    const path = `${FILE}?from=2&boards=2`
    const router = await testRouter(openService({ ...ports, useReadModels }))
    const get = await router(httpEvent('GET', path, {}))
    const head = await router(httpEvent('HEAD', path, {}))
    const headers = ({ headers: all = {} }: typeof get) => omit(all, 'x-request-id')
    expect([head.statusCode, headers(head)]).toEqual([200, headers(get)])
    expect(head.body ?? '').toBe('')
    const held = { 'if-none-match': String(get.headers?.['etag']) }
    expect((await router(httpEvent('HEAD', path, held))).statusCode).toBe(304)
    const asked = { origin: 'https://example.org', 'access-control-request-method': 'GET' }
    const options = await router(httpEvent('OPTIONS', path, asked))
    expect([200, 204]).toContain(options.statusCode)
    expect(options.headers?.['access-control-allow-origin']).toBe('*')
    const read = await router(httpEvent('GET', path, { origin: 'https://example.org' }))
    expect(String(read.headers?.['access-control-expose-headers']).toLowerCase()).toContain('link')
  })

  test.each([
    ...[
      'from=0',
      'from=x',
      'from=',
      'from=-1',
      'from=1.5',
      'from=1e3',
      'from=%D9%A1',
      'from=1000000',
      'from=1&from=2',
    ],
    ...['boards=0', 'boards=10001', 'boards=', 'board=1'],
  ])('%s is refused', async (query) => {
    const ask = await asker(useReadModels)
    expect((await ask(`${FILE}?${query}`)).statusCode).toBe(400)
  })

  test('a delayed file is paged at its own address', async () => {
    ports.clock.pass(START + 3_600_000 - ports.clock.now())
    const ask = await asker(useReadModels)
    const { statusCode, headers = {}, body } = await ask(`/delayed/15${FILE}?boards=3`)
    expect(statusCode).toBe(200)
    expect(headers['link']).toBe('<?boards=3&from=7>; rel="next"')
    expect(String(body).match(/\[White /g)).toHaveLength(3)
  })
})
