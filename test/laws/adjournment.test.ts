import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CaseEvent, CasePlay } from '../../domain/cases/case.ts'
import { played } from '../kit/played.ts'

const SALT = 'salt'
const START = Date.UTC(2026, 0, 5, 9)
/** White to seal: a bishop on f1 and a knight on g1 may both go to e2. */
const OPEN = {
  start: { fen: '6k1/5ppp/8/8/8/8/5PPP/5BNK w - - 0 41' },
  timeControl: { periods: [{ time: 3_600_000 }] },
}

const seal = (text: string): CaseEvent => ({
  by: 'white',
  type: 'move-sealed',
  data: {
    commitment: createHash('sha256')
      .update(SALT + text)
      .digest('hex'),
    moveNumber: 41,
  },
})
const arbiter = (type: string, data: Record<string, unknown> = {}): CaseEvent => ({
  by: 'arbiter',
  type,
  data,
})
const stopped: CaseEvent = { by: 'white', type: 'clocks-stopped' }
const adjourned = arbiter('game-adjourned', { white: 0, black: 0, resumesAt: '2026-01-06T09:00:00.000Z' })
const opening = (text: string) => arbiter('envelope-opened', { text, salt: SALT })

const sealed = (text: string, before: (CaseEvent | CasePlay)[] = []) =>
  played([...before, arbiter('sealing-requested'), seal(text), stopped, adjourned, opening(text)], OPEN).shown

test('a player who adjourns before the session ends is charged to its end', () => {
  const sessionEnds = new Date(START + 1_200_000).toISOString()
  const { shown } = played(
    [
      { t: 300_000, by: 'white', type: 'sealing-requested', data: { sessionEnds } },
      { t: 600_000, ...seal('Be2') },
      { t: 600_000, ...stopped },
      { t: 610_000, ...adjourned },
    ],
    OPEN,
  )
  expect(shown.clocks?.white).toBe(3_600_000 - 1_200_000)
  expect(shown.verdicts).toMatchObject([{ rule: 'seal-move', against: 'white', status: 'applied' }])
})

test('a sealed move is read in the letters its player has used on the scoresheet', () => {
  const language = (texts: string[]) =>
    texts.map(
      (text, i): CaseEvent => ({ by: 'white', type: 'move-recorded', data: { ply: i * 2 + 1, text } }),
    )
  const shuffle = { play: 'Nf3 Kf8 Ng1 Kg8' }
  expect(sealed('Se2', [shuffle, ...language(['Sf3', 'Sg1'])]).moves.at(-1)?.uci).toBe('g1e2')
  expect(sealed('Se2', [shuffle, ...language(['Jf3', 'Jg1'])]).moves.at(-1)?.uci).toBe('f1e2')
})

test('a sealed castling is the move of the king to its final square', () => {
  const castling = { ...OPEN, start: { fen: '6k1/5ppp/8/8/8/8/5PPP/4K2R w K - 0 41' } }
  const { state } = played(
    [arbiter('sealing-requested'), seal('O-O'), stopped, adjourned, opening('O-O')],
    castling,
  )
  expect(state.points.at(-1)?.move).toMatchObject({ from: 'e1', to: 'g1', uci: 'e1g1', san: 'O-O' })
})

test('a text that is ambiguous in English is not saved by another language’s letters', () => {
  const rooks = { ...OPEN, start: { fen: '6k1/5ppp/8/8/8/3R4/5PPP/R3K3 w - - 0 41' } }
  const { shown } = played(
    [arbiter('sealing-requested'), seal('Rd1'), stopped, adjourned, opening('Rd1')],
    rooks,
  )
  expect(shown.moves).toEqual([])
  expect(shown.verdicts.at(-1)).toMatchObject({ rule: 'bad-sealed-move', against: 'white' })
})

test('an envelope that was exchanged for another is found out', () => {
  const { shown } = played(
    [arbiter('sealing-requested'), seal('Be2'), stopped, adjourned, opening('Bd3')],
    OPEN,
  )
  expect(shown.verdicts.at(-1)?.notes).toEqual([{ code: 'not-committed', params: {} }])
})

test('an envelope without a date for the resumption is incomplete, until it is opened', () => {
  const events = [
    arbiter('sealing-requested'),
    seal('Be2'),
    stopped,
    arbiter('game-adjourned', { white: 0, black: 0 }),
  ]
  const found = (more: ReturnType<typeof opening>[] = []) =>
    played([...events, ...more], OPEN).shown.verdicts.find(({ rule }) => rule === 'envelope-data')?.status
  expect(found()).toBe('awaits-arbiter')
  expect(found([opening('Be2')])).toBe('lapsed')
})

test('the press of a player who has sealed a reply is no press without a move', () => {
  const { shown } = played(
    [
      arbiter('sealing-requested'),
      seal('Be2'),
      stopped,
      adjourned,
      opening('Be2'),
      arbiter('play-resumed'),
      { ...seal('Kf8'), by: 'black' },
      { by: 'black', type: 'clock-pressed' },
    ],
    OPEN,
  )
  expect(shown.clocks?.running).toBe('white')
  expect(shown.verdicts.map(({ rule }) => rule)).toEqual([])
})

test('a game adjourned a second time has a second envelope', () => {
  const { shown } = played(
    [
      arbiter('sealing-requested'),
      seal('Be2'),
      stopped,
      adjourned,
      opening('Be2'),
      arbiter('play-resumed'),
      { play: 'Kf8' },
      arbiter('sealing-requested'),
      { ...seal('Bd3'), data: { ...seal('Bd3').data, moveNumber: 42 } },
      stopped,
      adjourned,
      opening('Bd3'),
    ],
    OPEN,
  )
  expect(shown.moves.map(({ san }) => san)).toEqual(['Be2', 'Kf8', 'Bd3'])
})
