/**
 * What goes wrong in a hall, all in one round: an illegal move that stands, a take-back that the arbiter corrects, a wrong
 * result corrected after it was signed, boards put into another order. Shown in every view, while the other games go on.
 */
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { readPgn } from '../../domain/pgn/index.ts'
import { gameMessages, roundMessages } from '../../functions/feeds/message-schemas.ts'
import { move, press, report } from '../kit/reports.ts'
import { TIMED } from '../kit/service.ts'
import { notifiedClient } from './notified-client.ts'
import { follow, heldGame, heldRound } from './sse-kit.ts'

test('an illegal move that stands, a corrected take-back, a corrected result and a new order, each in all views', async () => {
  const { client, notifier, token, send } = await notifiedClient()
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  const names = ['illegal', 'taken', 'signed', 'quiet']
  // Limited supervision: who does not claim an illegal move lets it stand.
  const games = names.map((id) => ({
    ...TIMED,
    id,
    play: 'blitz',
    supervision: 'limited',
    white: { name: `W ${id}` },
    black: { name: `B ${id}` },
  }))
  await client.ask('POST', '/tournaments/T/rounds/1/games', { token, body: { games } })
  let ids = 0
  let clock = 0
  const id = () => `r${++ids}`
  const play = (game: string, side: 'white' | 'black', uci: string) => {
    clock += 1000
    return send(game, move(id(), side, uci.slice(0, 2), uci.slice(2), clock), press(id(), side, clock))
  }
  for (const game of names) await send(game, report(id(), 'session-started', 'arbiter'))
  const round = await follow(client, '/tournaments/T/rounds/1/stream')
  const official = await follow(client, '/tournaments/T/rounds/1/stream', { token })
  const follower = await follow(client, '/games/taken/stream')

  await play('illegal', 'white', 'e2e5')
  await play('quiet', 'white', 'e2e4')
  await play('illegal', 'black', 'd7d6')
  await play('taken', 'white', 'e2e4')
  await play('taken', 'black', 'e7e5')
  const sure = (await client.ask('GET', '/games/taken')).json.seq
  await play('taken', 'white', 'f1b5')
  await send(
    'taken',
    report(
      id(),
      'report-corrected',
      'arbiter',
      {
        seqs: [sure + 1],
        reason: 'Bc4',
        replacement: [{ type: 'move-made', by: 'white', data: { from: 'f1', to: 'c4' } }],
      },
      clock,
    ),
  )
  await play('quiet', 'black', 'e7e5')
  await send(
    'signed',
    report(id(), 'result-set', 'arbiter', { white: '1', black: '0', reason: 'as signed' }, clock),
  )
  for (const side of ['white', 'black'] as const)
    await send(
      'signed',
      report(id(), 'scoresheet-signed', side, { result: { white: '1', black: '0' } }, clock),
    )
  await send(
    'signed',
    report(id(), 'result-set', 'arbiter', { white: '½', black: '½', reason: 'both say so' }, clock),
  )
  const boards = [4, 3, 2, 1].map((board, k) => ({ board, game: names[k] }))
  expect((await client.ask('PATCH', '/tournaments/T/rounds/1', { token, body: { boards } })).status).toBe(200)
  await notifier.drained()
  await play('quiet', 'white', 'g1f3')

  // The files: the order is new, identities are the same, and each view shows the illegal move in its way.
  const files = new Map<string, ReturnType<typeof readPgn>>()
  for (const view of ['strict', 'text', 'split'] as const) {
    const { text } = await client.ask('GET', `/tournaments/T/rounds/1.pgn?view=${view}`)
    files.set(view, readPgn(text))
    const ids = [...text.matchAll(/^\[GameId "(.*)"\]$/gm)].map(([, name]) => name)
    expect(ids.filter((name) => !name?.includes('-part'))).toEqual(['quiet', 'signed', 'taken', 'illegal'])
    expect(text).toContain('[Result "1/2-1/2"]')
    expect(text).toMatch(/2\.\s+Bc4/)
    expect(text).not.toContain('Bb5')
    expect(text).toMatch(/1\. e4[\s\S]*1\.\.\. e5[\s\S]*2\.\s+Nf3/)
  }
  expect([...files.values()].map((games) => games.length)).toEqual([4, 4, 5])
  const list = (await client.ask('GET', '/tournaments/T/rounds/1/games')).json
  expect(list.games.map(({ board, game, plies }: never) => [board, game, plies])).toEqual([
    [1, 'quiet', 3],
    [2, 'signed', 0],
    [3, 'taken', 3],
    [4, 'illegal', 2],
  ])
  expect((await client.ask('GET', '/games/illegal')).json.moves[0]).toMatchObject({
    uci: 'e2e5',
    legal: false,
  })
  const { verdicts } = (await client.ask('GET', '/games/illegal', { token })).json
  expect(verdicts).toContainEqual(expect.objectContaining({ against: 'white', status: 'lapsed' }))

  // The streams: their readers hold what the record folds to, and were sent why.
  for (const [reader, held] of [
    [round, undefined],
    [official, token],
  ] as const) {
    const { games: all, round: seats } = heldRound(reader.received)
    expect(seats.boards).toEqual(boards.toSorted((a, b) => a.board - b.board))
    for (const game of names)
      expect(all.get(game).state, game).toEqual(
        (await client.ask('GET', `/games/${game}`, { token: held })).json,
      )
    expect(reader.received.filter(({ name }) => name === 'retract')).toMatchObject([
      {
        data: {
          game: 'taken',
          ply: 3,
          moves: [{ san: 'Bb5' }],
          why: [{ type: 'report-corrected', by: 'arbiter' }],
        },
      },
    ])
    expect(
      reader.received.filter(({ name, data }) => name === 'end' && data.game === 'signed'),
    ).toMatchObject([{ data: { result: { white: '1' } } }, { data: { result: { white: '½' } } }])
  }
  const words = (received: typeof round.received) => JSON.stringify(received).includes('"reason":"Bc4"')
  expect([words(round.received), words(official.received)]).toEqual([false, true])
  // Every message is as described.
  for (const [messages, received] of [
    [gameMessages, follower.received],
    [roundMessages, [...round.received, ...official.received]],
  ] as const)
    for (const { name, data } of received) {
      const schema = (messages.shape as Record<string, z.ZodType>)[name]!
      expect(schema.safeParse(data).error?.issues ?? [], name).toEqual([])
    }
  expect(heldGame(follower.received)).toEqual((await client.ask('GET', '/games/taken')).json)
  expect(client.faults).toEqual([])
})
