/** What players say, claim, write, seal and announce; and what the record corrects. */
import { createHash } from 'node:crypto'
import { fullmoveNumber } from '../../../domain/chess/index.ts'
import { writeSan } from '../../../domain/notation/index.ts'
import { CLAIM_SUBJECTS, DECISIONS, DRAW_BASES, EDITIONS, SIDES, type Side } from '../../../events/index.ts'
import { type Desk, dataOf, other } from './desk.ts'
import { choose, make, press } from './play.ts'

export const someSeqs = (desk: Desk): number[] => [
  1 + desk.pick(desk.seq),
  Math.max(1, desk.seq - desk.pick(4)),
]

/** A move as a player would write it, now and then one that means nothing. */
function text(desk: Desk): string {
  const move = choose(desk, 50)
  if (move === null || desk.chance(15)) return desk.one(['Kd8', 'Qxf7#', '0-0', 'e4', '??', 'Sf3', 'Rd1'])
  return writeSan(desk.position, move)
}

/** The half-move a player would write down now: the next one. */
const plyToWrite = (desk: Desk): number => (desk.state.points[desk.state.here]?.ply ?? 0) + 1

export function offers(desk: Desk): void {
  const by = desk.one(SIDES)
  desk.report('draw-offered', by, desk.chance(10) ? { condition: 'within two minutes' } : {})
  if (desk.chance(50)) desk.report('draw-declined', other(by), { spoken: true })
}

export const accepts = (desk: Desk): void =>
  desk.report('draw-accepted', desk.state.offer === null ? desk.one(SIDES) : other(desk.state.offer.by), {})

export function claimsDraw(desk: Desk): void {
  const by = desk.chance(85) ? desk.turn : other(desk.turn)
  const basis = desk.one(DRAW_BASES)
  const written = !basis.startsWith('opponent') && desk.chance(50)
  if (written && desk.chance(40))
    desk.report('move-recorded', by, { ply: plyToWrite(desk), text: text(desk) })
  desk.report('draw-claimed', by, {
    basis,
    ...(written ? { move: text(desk) } : {}),
    ...(desk.chance(6) ? { evidence: 'display' as const } : {}),
  })
  if (desk.chance(30)) decides(desk)
}

export const asksIncrement = (desk: Desk): void => {
  desk.report('increment-requested', desk.turn, {})
  if (desk.chance(50)) decides(desk)
}

export function claims(desk: Desk): void {
  const assistant = desk.state.assistants.length > 0 && desk.chance(30)
  desk.report('claim-made', assistant ? 'assistant' : desk.one(SIDES), {
    about: desk.one(CLAIM_SUBJECTS),
    ...(desk.chance(40) ? { seqs: someSeqs(desk) } : {}),
    ...(desk.chance(5) ? { evidence: 'display' as const } : {}),
  })
}

export function decides(desk: Desk): void {
  const waiting = desk.state.claims.filter(({ decision }) => decision === null || decision === 'deferred')
  const claim = waiting.at(-1)?.seq ?? 1 + desk.pick(desk.seq)
  desk.report('claim-decided', 'arbiter', { claim, decision: desk.one(DECISIONS) })
}

export const resigns = (desk: Desk): void => desk.report('resigned', desk.one(SIDES), {})

/** The moves made so far that a player has not written yet, or something else on his sheet. */
export function writes(desk: Desk): void {
  const side = desk.one(SIDES)
  const { state } = desk
  const path: string[] = []
  for (let index = state.here; index >= 0; index = state.points[index]?.parent ?? -1) {
    const move = state.points[index]?.move
    if (move != null) path.unshift(move.san)
  }
  const written = state.scoresheets[side].moves.length
  const odd = desk.pick(12)
  if (odd === 0) desk.report('move-recorded', side, { ply: path.length + 1, text: text(desk) })
  else if (odd === 1) desk.report('move-recorded', side, { ply: path.length + 1, text: 'P-K4' })
  else if (odd === 2) desk.report('draw-sign-recorded', side, { ply: Math.max(1, path.length) })
  else if (odd === 3) desk.report('scoresheet-shown', 'arbiter', { side })
  else
    for (const [i, san] of path.slice(written, written + 3).entries())
      desk.report('move-recorded', side, { ply: written + i + 1, text: san })
}

/** Looks at the arbiter's sheet, again and again. */
export function looks(desk: Desk): void {
  const side = desk.one(SIDES)
  for (let i = desk.pick(7); i >= 0; i--) desk.report('scoresheet-shown', 'arbiter', { side })
}

export function reconstructs(desk: Desk): void {
  desk.report('reconstruction-started', 'arbiter', {})
  if (desk.chance(40)) desk.report('incident-recorded', 'arbiter', { kind: 'refusal', side: desk.one(SIDES) })
  if (desk.chance(80)) desk.report('reconstruction-ended', 'arbiter', desk.chance(50) ? {} : { plies: 10 })
}

const sealed = (salt: string, words: string): string =>
  createHash('sha256')
    .update(salt + words)
    .digest('hex')

/** A session that ends: the order to seal, the envelope, the adjournment, the offer by telephone, the resumption. */
export function adjourns(desk: Desk): void {
  const side = desk.turn
  const words = text(desk)
  const moveNumber = fullmoveNumber(desk.position) + (desk.chance(10) ? 1 : 0)
  desk.report('sealing-requested', 'arbiter', {})
  const move = desk.chance(10) ? choose(desk) : null
  if (move !== null) make(desk, move)
  if (desk.chance(95)) desk.report('move-sealed', side, { commitment: sealed('salt', words), moveNumber })
  if (desk.chance(10)) desk.report('move-sealed', side, { commitment: sealed('salt', 'Kh1'), moveNumber })
  if (desk.chance(80)) desk.report('clocks-stopped', side, {})
  if (desk.chance(10)) desk.report('move-sealed', side, { commitment: sealed('salt', 'e4'), moveNumber })
  const resumesAt = '2026-03-15T09:00:00.000Z'
  if (desk.chance(95))
    desk.report('game-adjourned', 'arbiter', {
      white: 1000,
      black: 1000,
      ...(desk.chance(80) ? { resumesAt } : {}),
    })
  if (desk.chance(20)) offers(desk)
  if (desk.chance(5)) resigns(desk)
  desk.wait(desk.chance(70) ? 60_000 : 80_000_000)
  if (desk.chance(30)) desk.report('player-arrived', 'operator', { side: desk.one(SIDES) })
  if (desk.chance(15)) desk.report('play-resumed', 'arbiter', {})
  if (desk.chance(10)) desk.report('envelope-lost', 'arbiter', {})
  else
    desk.report('envelope-opened', 'arbiter', {
      text: desk.chance(90) ? words : 'Rd1',
      salt: desk.chance(97) ? 'salt' : 'pepper',
    })
  if (desk.chance(90)) desk.report('play-resumed', 'arbiter', {})
  if (desk.chance(10)) desk.report('setup-corrected', desk.one(SIDES), { what: 'clock' })
}

const SPOKEN_FILES = ['Anna', 'Bella', 'Cesar', 'David', 'Eva', 'Felix', 'Gustav', 'Hector']
const SPOKEN_RANKS = ['eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht']
const spoken = (square: string): string =>
  `${SPOKEN_FILES[square.charCodeAt(0) - 97]} ${SPOKEN_RANKS[Number(square.charAt(1)) - 1]}`

/** A move announced in words, before or after it stands on the board; a slip of the tongue put right or not. */
export function announces(desk: Desk): void {
  const side = desk.turn
  const move = choose(desk)
  if (move === null) return
  const { from, to } = dataOf(move)
  const words = `${spoken(from)} ${spoken(to)}`
  const first = desk.chance(50)
  if (first) make(desk, move)
  if (desk.chance(15)) desk.report('move-announced', side, { text: 'Anna zehn' })
  if (desk.chance(85)) desk.report('move-announced', side, { text: words })
  if (!first) make(desk, move)
  if (desk.chance(80)) press(desk, side)
  if (desk.chance(15)) desk.report('announcement-corrected', side, { text: words })
}

/** A report was wrong: a move of another piece, a press of the other player, something that never happened. */
export function corrects(desk: Desk): void {
  if (desk.seq < 3) return
  const wrong = desk.events[1 + desk.pick(desk.seq - 1)]
  if (wrong === undefined || wrong.type === 'game-opened') return
  const move = desk.one(desk.legal.length > 0 ? desk.legal : [null])
  const side: Side = wrong.by === 'black' ? 'black' : 'white'
  const instead = desk.pick(4)
  const replacement =
    instead === 0
      ? [{ type: 'clock-pressed' as const, by: side, data: {} }]
      : instead === 1 && move !== null
        ? [{ type: 'move-made' as const, by: side, data: dataOf(move) }]
        : undefined
  desk.report('report-corrected', desk.one(['operator', 'arbiter']), {
    seqs: [wrong.seq],
    reason: 'misread',
    ...(replacement === undefined ? {} : { replacement }),
  })
}

export const redescribes = (desk: Desk): void =>
  desk.report('details-corrected', 'operator', {
    reason: 'misread',
    fields: desk.chance(50)
      ? { play: desk.one(['standard', 'rapid', 'blitz']) }
      : { edition: desk.one(EDITIONS) },
  })
