/** What players say, claim, write, seal and announce; and what the record corrects. */
import { createHash } from 'node:crypto'
import { fullmoveNumber } from '../../../domain/chess/index.ts'
import { writeSan } from '../../../domain/notation/index.ts'
import { CLAIM_SUBJECTS, DECISIONS, DRAW_BASES, EDITIONS, SIDES, type Side } from '../../../events/index.ts'
import { dataOf, type GameGenerator, other } from './generator.ts'
import { choose, make, press } from './play.ts'

export const someSeqs = (generator: GameGenerator): number[] => [
  1 + generator.pick(generator.seq),
  Math.max(1, generator.seq - generator.pick(4)),
]

/** A move as a player would write it, now and then one that means nothing. */
function text(generator: GameGenerator): string {
  const move = choose(generator, 50)
  if (move === null || generator.chance(15))
    return generator.one(['Kd8', 'Qxf7#', '0-0', 'e4', '??', 'Sf3', 'Rd1'])
  return writeSan(generator.position, move)
}

/** The half-move a player would write down now: the next one. */
const plyToWrite = (generator: GameGenerator): number =>
  (generator.state.points[generator.state.here]?.ply ?? 0) + 1

export function offers(generator: GameGenerator): void {
  const by = generator.one(SIDES)
  generator.report('draw-offered', by, generator.chance(10) ? { condition: 'within two minutes' } : {})
  if (generator.chance(50)) generator.report('draw-declined', other(by), { spoken: true })
}

export const accepts = (generator: GameGenerator): void =>
  generator.report(
    'draw-accepted',
    generator.state.offer === null ? generator.one(SIDES) : other(generator.state.offer.by),
    {},
  )

export function claimsDraw(generator: GameGenerator): void {
  const by = generator.chance(85) ? generator.turn : other(generator.turn)
  const basis = generator.one(DRAW_BASES)
  const written = !basis.startsWith('opponent') && generator.chance(50)
  if (written && generator.chance(40))
    generator.report('move-recorded', by, { ply: plyToWrite(generator), text: text(generator) })
  generator.report('draw-claimed', by, {
    basis,
    ...(written ? { move: text(generator) } : {}),
    ...(generator.chance(6) ? { evidence: 'display' as const } : {}),
  })
  if (generator.chance(30)) decides(generator)
}

export const asksIncrement = (generator: GameGenerator): void => {
  generator.report('increment-requested', generator.turn, {})
  if (generator.chance(50)) decides(generator)
}

export function claims(generator: GameGenerator): void {
  const assistant = generator.state.assistants.length > 0 && generator.chance(30)
  generator.report('claim-made', assistant ? 'assistant' : generator.one(SIDES), {
    about: generator.one(CLAIM_SUBJECTS),
    ...(generator.chance(40) ? { seqs: someSeqs(generator) } : {}),
    ...(generator.chance(5) ? { evidence: 'display' as const } : {}),
  })
}

export function decides(generator: GameGenerator): void {
  const waiting = generator.state.claims.filter(
    ({ decision }) => decision === null || decision === 'deferred',
  )
  const claim = waiting.at(-1)?.seq ?? 1 + generator.pick(generator.seq)
  generator.report('claim-decided', 'arbiter', { claim, decision: generator.one(DECISIONS) })
}

export const resigns = (generator: GameGenerator): void =>
  generator.report('resigned', generator.one(SIDES), {})

/** The moves made so far that a player has not written yet, or something else on the sheet. */
export function writes(generator: GameGenerator): void {
  const side = generator.one(SIDES)
  const { state } = generator
  const path: string[] = []
  for (let index = state.here; index >= 0; index = state.points[index]?.parent ?? -1) {
    const move = state.points[index]?.move
    if (move != null) path.unshift(move.san)
  }
  const written = state.scoresheets[side].moves.length
  const odd = generator.pick(12)
  if (odd === 0) generator.report('move-recorded', side, { ply: path.length + 1, text: text(generator) })
  else if (odd === 1) generator.report('move-recorded', side, { ply: path.length + 1, text: 'P-K4' })
  else if (odd === 2) generator.report('draw-sign-recorded', side, { ply: Math.max(1, path.length) })
  else if (odd === 3) generator.report('scoresheet-shown', 'arbiter', { side })
  else
    for (const [i, san] of path.slice(written, written + 3).entries())
      generator.report('move-recorded', side, { ply: written + i + 1, text: san })
}

/** Looks at the arbiter's sheet, again and again. */
export function looks(generator: GameGenerator): void {
  const side = generator.one(SIDES)
  for (let i = generator.pick(7); i >= 0; i--) generator.report('scoresheet-shown', 'arbiter', { side })
}

export function reconstructs(generator: GameGenerator): void {
  generator.report('reconstruction-started', 'arbiter', {})
  if (generator.chance(40))
    generator.report('incident-recorded', 'arbiter', { kind: 'refusal', side: generator.one(SIDES) })
  if (generator.chance(80))
    generator.report('reconstruction-ended', 'arbiter', generator.chance(50) ? {} : { plies: 10 })
}

const sealed = (salt: string, words: string): string =>
  createHash('sha256')
    .update(salt + words)
    .digest('hex')

/** A session that ends: the order to seal, the envelope, the adjournment, the offer by telephone, the resumption. */
export function adjourns(generator: GameGenerator): void {
  const side = generator.turn
  const words = text(generator)
  const moveNumber = fullmoveNumber(generator.position) + (generator.chance(10) ? 1 : 0)
  generator.report('sealing-requested', 'arbiter', {})
  const move = generator.chance(10) ? choose(generator) : null
  if (move !== null) make(generator, move)
  if (generator.chance(95))
    generator.report('move-sealed', side, { commitment: sealed('salt', words), moveNumber })
  if (generator.chance(10))
    generator.report('move-sealed', side, { commitment: sealed('salt', 'Kh1'), moveNumber })
  if (generator.chance(80)) generator.report('clocks-stopped', side, {})
  if (generator.chance(10))
    generator.report('move-sealed', side, { commitment: sealed('salt', 'e4'), moveNumber })
  const resumesAt = '2026-03-15T09:00:00.000Z'
  if (generator.chance(95))
    generator.report('game-adjourned', 'arbiter', {
      white: 1000,
      black: 1000,
      ...(generator.chance(80) ? { resumesAt } : {}),
    })
  if (generator.chance(20)) offers(generator)
  if (generator.chance(5)) resigns(generator)
  generator.wait(generator.chance(70) ? 60_000 : 80_000_000)
  if (generator.chance(30)) generator.report('player-arrived', 'operator', { side: generator.one(SIDES) })
  if (generator.chance(15)) generator.report('play-resumed', 'arbiter', {})
  if (generator.chance(10)) generator.report('envelope-lost', 'arbiter', {})
  else
    generator.report('envelope-opened', 'arbiter', {
      text: generator.chance(90) ? words : 'Rd1',
      salt: generator.chance(97) ? 'salt' : 'pepper',
    })
  if (generator.chance(90)) generator.report('play-resumed', 'arbiter', {})
  if (generator.chance(10)) generator.report('setup-corrected', generator.one(SIDES), { what: 'clock' })
}

const SPOKEN_FILES = ['Anna', 'Bella', 'Cesar', 'David', 'Eva', 'Felix', 'Gustav', 'Hector']
const SPOKEN_RANKS = ['eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht']
const spoken = (square: string): string =>
  `${SPOKEN_FILES[square.charCodeAt(0) - 97]} ${SPOKEN_RANKS[Number(square.charAt(1)) - 1]}`

/** A move announced in words, before or after it stands on the board; a slip of the tongue put right or not. */
export function announces(generator: GameGenerator): void {
  const side = generator.turn
  const move = choose(generator)
  if (move === null) return
  const { from, to } = dataOf(move)
  const words = `${spoken(from)} ${spoken(to)}`
  const first = generator.chance(50)
  if (first) make(generator, move)
  if (generator.chance(15)) generator.report('move-announced', side, { text: 'Anna zehn' })
  if (generator.chance(85)) generator.report('move-announced', side, { text: words })
  if (!first) make(generator, move)
  if (generator.chance(80)) press(generator, side)
  if (generator.chance(15)) generator.report('announcement-corrected', side, { text: words })
}

/** A report was wrong: a move of another piece, a press of the other player, something that never happened. */
export function corrects(generator: GameGenerator): void {
  if (generator.seq < 3) return
  const wrong = generator.events[1 + generator.pick(generator.seq - 1)]
  if (wrong === undefined || wrong.type === 'game-opened') return
  const move = generator.one(generator.legal.length > 0 ? generator.legal : [null])
  const side: Side = wrong.by === 'black' ? 'black' : 'white'
  const instead = generator.pick(4)
  const replacement =
    instead === 0
      ? [{ type: 'clock-pressed' as const, by: side, data: {} }]
      : instead === 1 && move !== null
        ? [{ type: 'move-made' as const, by: side, data: dataOf(move) }]
        : undefined
  generator.report('report-corrected', generator.one(['operator', 'arbiter']), {
    seqs: [wrong.seq],
    reason: 'misread',
    ...(replacement === undefined ? {} : { replacement }),
  })
}

export const redescribes = (generator: GameGenerator): void =>
  generator.report('details-corrected', 'operator', {
    reason: 'misread',
    fields: generator.chance(50)
      ? { play: generator.one(['standard', 'rapid', 'blitz']) }
      : { edition: generator.one(EDITIONS) },
  })
