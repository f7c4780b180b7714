/** `Result`, the marker and `PlyCount` of whatever is written, counted here with nothing of the writer. */
import { Chess } from 'chessops/chess'
import { parseFen } from 'chessops/fen'
import { makeSquare } from 'chessops/util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderPgn } from '../../domain/formats/pgn.ts'
import { PGN_DIALECTS, PGN_VIEWS } from '../../domain/formats/pgn-view.ts'
import { publicState } from '../../domain/game/index.ts'
import { trials } from '../kit/trials.ts'
import { openTable, type Table } from './kit.ts'

const POINTS = ['1', '½', '0', '+', '-'] as const

interface Play {
  /** Each chooses a move: seven of eight a legal one where there is any, else any own piece to any square. */
  readonly choices: readonly number[]
  readonly result: { readonly white: (typeof POINTS)[number]; readonly black: (typeof POINTS)[number] } | null
}

const plays: fc.Arbitrary<Play> = fc.record({
  choices: fc.array(fc.nat({ max: 1 << 20 }), { maxLength: 24 }),
  result: fc.option(fc.record({ white: fc.constantFrom(...POINTS), black: fc.constantFrom(...POINTS) })),
})

function moveOn(table: Table, choice: number): void {
  const setup = parseFen(publicState(table.state).fen).unwrap()
  const position = Chess.fromSetup(setup)
  const side = setup.turn
  const legal = position.isOk
    ? [...position.value.allDests()].flatMap(([from, to]) => [...to].map((square) => [from, square] as const))
    : []
  const own = [...setup.board[side]]
  const [from, to] =
    choice % 8 > 0 && legal.length > 0
      ? legal[choice % legal.length]!
      : [own[choice % own.length]!, (choice >> 3) % 64]
  if (from === to) return
  table.tell('move-made', side, { from: makeSquare(from), to: makeSquare(to) }, 10)
  if (table.state.result === null) table.tell('clock-pressed', side)
}

/** The games of a PGN text, by the letters alone. */
const gamesIn = (text: string) =>
  text
    .trim()
    .split(/\n\n(?=\[)/)
    .map((game) => {
      const tag = (name: string) => new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(game)?.[1]
      const words = game
        .replaceAll(/^\[.*\]$/gm, '')
        .replaceAll(/\{[^}]*\}/g, ' ')
        .split(/\s+/)
        .filter((word) => word !== '' && !/^(\d+\.+|\$\d+)$/.test(word))
      return {
        result: tag('Result'),
        plyCount: tag('PlyCount'),
        marker: words.at(-1),
        plies: words.length - 1,
      }
    })

const SAYABLE = {
  standard: ['1-0', '0-1', '1/2-1/2', '*'],
  lichess: ['1-0', '0-1', '1/2-1/2', '*', '0-0', '1/2-0', '0-1/2'],
}

test('Result, marker and PlyCount agree in each game of each view, whatever was played and however it ended', () => {
  const endings = new Set<string>()
  fc.assert(
    fc.property(plays, ({ choices, result }) => {
      const table = openTable()
      for (const choice of choices) moveOn(table, choice)
      if (result !== null) table.tell('result-set', 'arbiter', { ...result, reason: 'set' })
      for (const view of PGN_VIEWS)
        for (const dialect of [undefined, ...PGN_DIALECTS]) {
          const text = renderPgn(table.state, 'G', view, dialect === undefined ? {} : { dialect })
          const games = gamesIn(text)
          for (const { result: tag, plyCount, marker, plies } of games) {
            expect(plyCount, text).toBe(String(plies))
            expect(marker, text).toBe(SAYABLE[dialect ?? 'standard'].includes(tag!) ? tag : '*')
            endings.add(tag!)
          }
        }
    }),
    { numRuns: trials(60) },
  )
  expect(endings.size).toBeGreaterThan(5)
})
