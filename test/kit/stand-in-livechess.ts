/** A stand-in for DGT LiveChess 2: its local WebSocket with boards that a test moves, and connections that it may cut. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export interface BoardState {
  readonly serialnr: string
  readonly [field: string]: unknown
}

export interface LiveChessStandIn {
  readonly url: string
  /** The calls that clients made. */
  readonly calls: readonly { call: string; param: unknown }[]
  /** Changes a board and sends the change to its followers; new followers receive the board as it is then. `time`: the clock of the computer. */
  tell(serial: string, change: Readonly<Record<string, unknown>>, time?: number): void
  /** Changes a board without sending the change. */
  change(serial: string, change: Readonly<Record<string, unknown>>, time?: number): void
  /** Cuts every connection. */
  cut(): void
  /** Resolves once every client has received what it was sent. */
  received(): Promise<void>
  /** Resolves when so many clients have subscribed since the start. */
  subscribed(count: number): Promise<void>
  close(): Promise<void>
}

interface Follower {
  readonly socket: WebSocket
  readonly feed: number
  readonly serial: string
}

/** `now`: the clock of the computer on which LiveChess runs. */
export async function openStandIn(
  boards: readonly BoardState[],
  now: () => number = Date.now,
  port = 0,
): Promise<LiveChessStandIn> {
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  await once(server, 'listening')
  const states = new Map(boards.map((board) => [board.serialnr, { ...board }]))
  let followers: Follower[] = []
  const calls: { call: string; param: unknown }[] = []
  let subscriptions = 0
  const waiting: { count: number; resolve: () => void }[] = []
  let time: number | null = null
  const send = (socket: WebSocket, message: object) =>
    socket.send(JSON.stringify({ ...message, time: time ?? now() }))

  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { call, id, param } = JSON.parse(String(data))
      calls.push({ call, param })
      if (call === 'eboards') return send(socket, { response: 'call', id, param: [...states.values()] })
      if (call === 'subscribe') {
        const state = states.get(param.param.serialnr)
        if (state === undefined)
          return send(socket, { response: 'error', id, param: { message: 'unknown board' } })
        followers.push({ socket, feed: param.id, serial: state.serialnr })
        send(socket, { response: 'call', id, param: null })
        send(socket, { response: 'feed', id: param.id, param: state })
        subscriptions++
        for (const { count, resolve } of waiting) if (subscriptions >= count) resolve()
        return
      }
      if (call === 'call' && ['setup', 'flip'].includes(param.method))
        return send(socket, { response: 'call', id, param: null })
      send(socket, { response: 'error', id, param: { message: 'unknown method' } })
    })
    socket.on('close', () => {
      followers = followers.filter((follower) => follower.socket !== socket)
    })
  })

  const change = (serial: string, fields: Readonly<Record<string, unknown>>, at?: number) => {
    time = at ?? null
    states.set(serial, { ...states.get(serial), serialnr: serial, ...fields })
  }
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1.0`,
    calls,
    change,
    tell(serial, fields, at) {
      change(serial, fields, at)
      for (const { socket, feed } of followers.filter((follower) => follower.serial === serial))
        send(socket, { response: 'feed', id: feed, param: { serialnr: serial, ...fields } })
    },
    cut() {
      for (const { socket } of followers) socket.terminate()
      followers = []
    },
    async received() {
      const pongs = [...server.clients].map((client) => {
        const pong = once(client, 'pong')
        client.ping()
        return pong
      })
      await Promise.all(pongs)
    },
    subscribed: (count) =>
      subscriptions >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    async close() {
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
