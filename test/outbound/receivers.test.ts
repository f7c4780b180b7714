import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { MAX_ANSWER_BYTES, postAnywhere, postWithin } from '../../functions/outbound/post.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** A receiver that answers in some way of its own; its address. */
async function receiver(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response, request))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('an answer without end is read so far and no further', async () => {
  let written = 0
  const url = await receiver((response) => {
    const part = 'x'.repeat(1 << 16)
    const more = () => {
      do written += part.length
      while (response.write(part))
      response.once('drain', more)
    }
    response.writeHead(200)
    more()
  })
  const { status, text } = await postAnywhere(url, {}, '{}')
  expect({ status, length: text.length }).toEqual({ status: 200, length: MAX_ANSWER_BYTES })
  expect(written).toBeLessThan(20_000_000)
})

test('an answer that breaks off has answered: what was taken is not sent for ever', async () => {
  const url = await receiver((response, request) => {
    response.writeHead(200, { 'content-length': '1000' }).write('abc')
    setTimeout(() => request.socket.destroy(), 20)
  })
  expect(await postAnywhere(url, {}, '{}')).toMatchObject({ status: 200 })
})

test('an answer whose body never comes has answered too, once patience is over', async () => {
  const url = await receiver((response) => response.writeHead(202).write('a'))
  expect(await postWithin(300)(url, {}, '{}')).toMatchObject({ status: 202 })
})

test('a receiver that does not answer, cuts the line, speaks no HTTP or is not there is logged in words', async () => {
  const silent = await receiver(() => {})
  await expect(postWithin(200)(silent, {}, '')).rejects.toThrow('no answer within 0.2 s')
  const cut = await receiver((_, request) => request.socket.destroy())
  await expect(postAnywhere(cut, {}, '')).rejects.toThrow(/other side closed|ECONNRESET|socket hang up/)
  const foreign = await receiver((_, request) => request.socket.end('nonsense\r\n\r\n'))
  await expect(postAnywhere(foreign, {}, '')).rejects.toThrow(/HTTP/)
  await expect(postAnywhere(foreign.replace('http:', 'https:'), {}, '')).rejects.toThrow(
    /SSL|TLS|wrong version/i,
  )
  await expect(postAnywhere('http://nobody.invalid/', {}, '')).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/)
  for (const close of open.splice(0)) close()
  await expect(postAnywhere(cut, {}, '')).rejects.toThrow(/ECONNREFUSED/)
})
