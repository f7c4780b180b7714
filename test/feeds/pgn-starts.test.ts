/** Where a game began and where it ended, as PGN shows it: wrong starts, numbers of starts, kings that show the result. */
import { expect, test } from 'vitest'
import { chess960Position, writeFen } from '../../domain/chess/index.ts'
import { renderPgn } from '../../domain/formats/pgn.ts'
import { startNumberOf } from '../../domain/formats/start-number.ts'
import { fold } from '../../domain/game/index.ts'
import { readPgn, replayPgn } from '../../domain/pgn/index.ts'
import { importOne, stored } from '../ingest/kit.ts'
import { openTable, type Table } from './kit.ts'

const pgn = ({ state }: Table, view?: 'strict' | 'text' | 'split') => renderPgn(state, 'G', view)

const tagOf = (text: string, name: string) => new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(text)?.[1]

/** King and queen of both sides changed places. */
const SWAPPED = 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1'

test('pieces set right before the first move: every view begins with them, says so, and replays', () => {
  const opened = openTable({ start: { fen: SWAPPED } })
  opened.tell('setup-corrected', 'arbiter', {
    what: 'initial-position',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  })
  const board = openTable()
  board.tell('setup-corrected', 'arbiter', { what: 'initial-position', fen: SWAPPED, note: 'told by Anna' })
  for (const table of [opened, board]) table.moves('e4 e5 Nf3')
  for (const view of ['strict', 'text', 'split'] as const) {
    const [first, second] = [pgn(opened, view), pgn(board, view)]
    for (const text of [first, second]) {
      const games = readPgn(text)
      expect(games.map(({ moves }) => moves.map((move) => move.text))).toEqual([['e4', 'e5', 'Nf3']])
      expect(replayPgn(games[0]!).problems).toEqual([])
      expect(games[0]!.before.comments.join(' ')).toContain(
        'Before the first move it was noticed that the pieces had been set up wrongly.',
      )
      expect(text).not.toContain('told by Anna')
    }
    expect([tagOf(first, 'SetUp'), tagOf(first, 'FEN')]).toEqual([undefined, undefined])
    expect(readPgn(first)[0]!.before.comments.join(' ')).toContain(`had been opened with ${SWAPPED}`)
    expect([tagOf(second, 'SetUp'), tagOf(second, 'FEN')]).toEqual(['1', SWAPPED])
  }
})

test('a wrong start noticed later is reported after the move that it was noticed after', () => {
  const table = openTable()
  table.moves('e4 e5')
  table.tell('setup-corrected', 'arbiter', { what: 'colours' })
  table.moves('Nf3 Nc6')
  for (const view of ['strict', 'text', 'split'] as const)
    expect(pgn(table, view).replaceAll(/\s+/g, ' ')).toMatch(
      /1\.\.\. e5 \{[^}]* Here it was noticed that the players had the wrong colours\.\} 2\. Nf3/,
    )
})

test('a Chess960 game has the number of its start, given as number or FEN, in whole games and nowhere else', () => {
  const numbers = Array.from({ length: 960 }, (_, n) => n)
  expect(numbers.map((n) => startNumberOf(writeFen(chess960Position(n))))).toEqual(numbers)
  for (const odd of [
    'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
    '8/8/8/8/8/8/8/8',
    'bbqnnrkk/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKK',
  ])
    expect(startNumberOf(`${odd} w - - 0 1`)).toBeNull()
  const fen = writeFen(chess960Position(262))
  for (const start of [{ chess960: 262 }, { fen }])
    expect(tagOf(pgn(openTable({ start })), 'StartNumber')).toBe('262')
  const endgame = openTable({ start: { fen: 'k3r3/8/8/8/8/8/8/1K4R1 w G - 0 1' } })
  expect(pgn(endgame)).not.toContain('StartNumber')
  const parts = openTable({ start: { chess960: 518 }, play: 'blitz', supervision: 'limited' })
  parts.moves('e4 e5 Nf3 Nc6 Bb5 d6 Bxc6+ Nf6 O-O bxc6 d4')
  const games = readPgn(pgn(parts, 'split'))
  expect(games.map(({ tags }) => Object.fromEntries(tags)['StartNumber'])).toEqual(['518', undefined])
})

test('kings in the centre at the end of an imported file say its result: no view has them as moves', () => {
  const text = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Ke4 {good game} Kd5 1-0\n'
  const { plan } = importOne(text)
  expect(plan.warnings).toContainEqual(
    expect.objectContaining({ ply: 5, reason: 'Ke4 is a king in the centre that says a result; no move' }),
  )
  const state = fold(stored(plan.reports))
  for (const view of ['strict', 'text', 'split'] as const) {
    const own = renderPgn(state, 'G', view)
    const [game] = readPgn(own)
    expect(game!.moves.map(({ text }) => text)).toEqual(['e4', 'e5', 'Nf3', 'Nc6'])
    expect([game!.result, tagOf(own, 'Result')]).toEqual(['1-0', '1-0'])
    expect(own.replaceAll(/\s+/g, ' ')).toContain('{Kings in the centre: Ke4 (good game) Kd5.} 1-0')
    // What has gone through once comes out the same.
    const again = importOne(own)
    expect(renderPgn(fold(stored(again.plan.reports)), 'G', view)).toBe(own)
  }
  const walks = importOne('1. e4 e5 2. Ke2 Ke7 3. Ke3 Ke6 4. Kd3 Kd6 5. Kc4 Kc5 *').plan
  expect(walks.warnings.map(({ reason }) => reason)).toEqual([
    'Kc5 is no legal move; recorded as it was made',
  ])
})
