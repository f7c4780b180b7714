/** Records of boards that lie beside the repository where it is worked on; elsewhere these tests say that they had nothing to read. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openFold, publicState, step } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'

interface Shown {
  readonly moves: readonly string[]
  readonly asks: boolean
  readonly rules: readonly string[]
}

/** What the public state shows after each event, and at last once the board has been quiet; null with a notice where the record is not there. */
function shownThrough(name: string): Shown[] | null {
  const url = new URL(`../../../shared/cases/boards/${name}.ndjson`, import.meta.url)
  if (!existsSync(url)) {
    console.log(`not beside this repository, so not read: ${name}`)
    return null
  }
  const lines = readFileSync(url, 'utf8').trim().split('\n')
  const game = openFold()
  const shown: Shown[] = []
  const look = (at: number) => {
    const { moves, question, verdicts } = publicState(game.state, at)
    shown.push({
      moves: moves.map(({ san }) => san),
      asks: question !== undefined,
      rules: verdicts.map(({ rule }) => rule),
    })
  }
  for (const line of lines) {
    const event: StoredEvent = JSON.parse(line)
    step(game, event)
    look(Date.parse(event.at))
  }
  look(game.state.at + 10_000)
  return shown
}

test.each([
  ['castle', ['Kd8', 'O-O', 'Kc8'], []],
  ['castle-b', ['Kd8', 'O-O', 'Kc8'], []],
  ['hands', ['Ke5', 'h5', 'Kxf4'], []],
  [
    'illegal-ruled',
    ['e4', 'e5', 'Nf3', 'Nc6'],
    ['illegal-move-not-completed', 'illegal-move-completed', 'restore-times'],
  ],
  ['outage-early', ['e4', 'd5', 'exd5', 'Qxd5', 'Nc3', 'Qa5', 'd4'], []],
  ['outage-late', ['e4', 'd5', 'exd5', 'Qxd5', 'Nc3', 'Qa5', 'd4'], []],
  ['reply', ['e4', 'c5', 'Nf3'], []],
  ['reply-ok', ['e4', 'c5', 'Nf3'], []],
  ['vA', ['Nc3', 'Nc6', 'd4', 'e5', 'Nf3', 'Nf6'], []],
])('%s: its moves, nothing left to ask, and no verdict that is not due', (name, moves, rules) => {
  const last = shownThrough(name)?.at(-1)
  if (last !== undefined) expect(last).toEqual({ moves, asks: false, rules })
})

test('hands: at no instant is a knight said to have moved where the sensor shows a pawn', () => {
  for (const { moves } of shownThrough('hands') ?? []) {
    expect(moves.filter((san) => san.startsWith('N'))).toEqual([])
  }
})

test.each(['reply', 'reply-ok'])('%s: at no instant another move than those that were played', (name) => {
  for (const { moves } of shownThrough(name) ?? []) {
    expect(['e4', 'c5', 'Nf3'].slice(0, moves.length)).toEqual(moves)
  }
})

test('vA: at no instant a question or a verdict against anybody', () => {
  for (const { asks, rules } of shownThrough('vA') ?? []) expect([asks, rules]).toEqual([false, []])
})
