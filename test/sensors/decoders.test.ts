import { expect, test } from 'vitest'
import { initialPosition } from '../../domain/chess/index.ts'
import { fold, publicState } from '../../domain/game/index.ts'
import { lettersOf } from '../../domain/sensors/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { readChessLink } from '../../functions/ingest/boards/chesslink.ts'
import { readChessnut } from '../../functions/ingest/boards/chessnut.ts'
import { openSensorBoard } from '../../functions/ingest/boards/sensor-board.ts'
import { readPlacement } from '../../functions/ingest/boards/tornelo.ts'

const START = lettersOf(initialPosition())

const bytes = (text: string) => Uint8Array.from(text.split(' ').map((byte) => Number.parseInt(byte, 16)))
const CHESSNUT = `01 24 58 23 31 85 44 44 44 44 ${'00 '.repeat(16)}77 77 77 77 a6 c9 9b 6a`

/** Signs and their check, as a ChessLink answers. */
const chesslink = (signs: string) => {
  const body = `s${signs}`
  const check = [...body].reduce((sum, sign) => sum ^ sign.charCodeAt(0), 0)
  return `${body}${check.toString(16).toUpperCase().padStart(2, '0')}`
}

test('a Chessnut board in the starting position, byte by byte as its makers publish it', () => {
  expect(readChessnut(bytes(CHESSNUT))).toEqual({ ok: true, value: START })
})

test('a Chessnut message of another kind, a short one and a code for no man are refused', () => {
  const battery = readChessnut(bytes('2a 02 64 00'))
  expect(battery.ok || battery.error.message).toContain('2a 02')
  const short = readChessnut(bytes('01 24 58 23'))
  expect(short.ok || short.error.message).toContain('4 bytes')
  const odd = readChessnut(bytes(CHESSNUT.replace('58 23', '5d 23')))
  expect(odd.ok || odd.error.message).toContain('code 13')
})

test('a ChessLink board in the starting position, with and without the parity bit of the line', () => {
  const signs = `rnbqkbnrpppppppp${'.'.repeat(32)}PPPPPPPPRNBQKBNR`
  expect(readChessLink(chesslink(signs))).toEqual({ ok: true, value: START })
  const withParity = [...chesslink(signs)]
    .map((sign) => String.fromCharCode(sign.charCodeAt(0) | 0x80))
    .join('')
  expect(readChessLink(withParity)).toEqual({ ok: true, value: START })
})

test('a ChessLink answer with a wrong check or an odd sign is refused', () => {
  const signs = `rnbqkbnrpppppppp${'.'.repeat(32)}PPPPPPPPRNBQKBNR`
  const wrong = readChessLink(`${chesslink(signs).slice(0, 65)}00`)
  expect(wrong.ok || wrong.error.message).toContain('the check is "00"')
  const odd = readChessLink(chesslink(`x${signs.slice(1)}`))
  expect(odd.ok || odd.error.message).toContain('"x"')
})

test('of a FEN the placement is read, with kings or without', () => {
  expect(readPlacement('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')).toEqual({
    ok: true,
    value: START,
  })
  expect(readPlacement('8/8/8/8/8/8/8/8')).toEqual({ ok: true, value: Array(64).fill('') })
  const long = readPlacement('rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR')
  expect(long.ok || long.error.message).toContain('rank 7 has 9 squares')
})

test('positions one after another become edges, and those a move', () => {
  const board = openSensorBoard('nut', START)
  const at = Date.UTC(2026, 2, 14, 14)
  const placements = [
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R',
    'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R',
    'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R',
  ]
  const reports = placements.flatMap((placement, index) => {
    const read = readPlacement(placement)
    return read.ok ? board.position(read.value, at + index * 300) : []
  })
  expect(reports.map(({ id, type }) => [id, type])).toEqual([
    ['nut-1', 'piece-lifted'],
    ['nut-2', 'piece-placed'],
  ])
  expect(board.due).toBe(at + 1300)
  expect(board.quietReading(at + 1299)).toEqual([])
  const still = board.quietReading(at + 1300)
  expect(still).toHaveLength(1)
  const players = { white: { name: 'W' }, black: { name: 'B' } }
  const open = {
    type: 'game-opened',
    by: 'operator',
    data: { ...players, edition: '2023-01-01', play: 'standard' },
  }
  const events = [{ ...open, at: new Date(at).toISOString() }, ...reports, ...still].map(
    (report, index) => ({ ...report, seq: index + 1 }) as unknown as StoredEvent,
  )
  expect(publicState(fold(events)).moves.map(({ san }) => san)).toEqual(['Nf3'])
})
