/**
 * Traces of games from a second generator. It shares nothing with `functions/host/simulate` but the rules of chess: another source of chance,
 * other hands, a sensor that reports each change after a delay of its own, and a clock that reports its presses up to a second late.
 */
import {
  castlingSide,
  initialPosition,
  isCapture,
  isEnPassant,
  kingTarget,
  legalMoves,
  letterOf,
  type Move,
  moveFrom,
  movePromotion,
  moveTo,
  nameOf,
  type Position,
  pieceAt,
  play,
  turnOf,
  uciOf,
} from '../../domain/chess/index.ts'
import type { Side, StoredEvent } from '../../events/index.ts'

export interface TraceSettings {
  readonly seed: number
  readonly plies: number
  /** Ms from one move to the next, on average. */
  readonly pace: number
  readonly presses: boolean
  /** Ms by which a press is reported late at most. */
  readonly clockLate: number
}

export interface GeneratedTrace {
  readonly events: readonly Omit<StoredEvent, 'seq'>[]
  readonly moves: readonly { readonly uci: string; readonly data: { from: string; to: string } }[]
  readonly endsAt: number
}

/** What a hand does, `wait` ms after the thing before it. */
interface Step {
  readonly wait: number
  readonly square: string
  readonly piece: string
}

type Dice = (below: number) => number

/** A 32-bit xorshift. */
function diceOf(seed: number): Dice {
  let state = (seed * 2_654_435_761 + 1) >>> 0 || 1
  return (below) => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % below
  }
}

const letterOn = (position: Position, square: number): string => {
  const piece = pieceAt(position, square)
  return piece === 0 ? '' : letterOf(piece)
}

/** The whole move as a hand carries it out. `carry`: ms from lifting to setting down. */
function handOf(position: Position, move: Move, legal: readonly Move[], dice: Dice, carry: number): Step[] {
  const [from, to] = [nameOf(moveFrom(move)), nameOf(moveTo(move))]
  const piece = letterOn(position, moveFrom(move))
  const promotion = movePromotion(move)
  const arriving =
    promotion === null ? piece : turnOf(position) === 'white' ? promotion : promotion.toLowerCase()
  const side = castlingSide(move)
  if (side !== null) {
    const rank = from.charAt(1)
    const rook = letterOn(position, moveTo(move))
    const rookTo = `${side === 'king-side' ? 'f' : 'd'}${rank}`
    const king: Step[] = [
      { wait: 0, square: from, piece: '' },
      { wait: carry, square: nameOf(kingTarget(move)), piece },
    ]
    const tower: Step[] = [
      { wait: carry, square: to, piece: '' },
      { wait: carry, square: rookTo, piece: rook },
    ]
    return [...king, ...tower]
  }
  const steps: Step[] = []
  if (dice(60) === 0) steps.push(...straighten(position, dice))
  const taken = isEnPassant(move) ? `${to.charAt(0)}${from.charAt(1)}` : to
  const takesFirst = isCapture(move) && dice(2) === 0
  if (takesFirst) steps.push({ wait: 0, square: taken, piece: '' })
  steps.push({ wait: takesFirst ? carry : 0, square: from, piece: '' })
  const halts = legal.filter(
    (other) =>
      moveFrom(other) === moveFrom(move) &&
      other !== move &&
      !isCapture(other) &&
      movePromotion(other) === null &&
      castlingSide(other) === null,
  )
  const halt = halts[dice(Math.max(1, halts.length))]
  if (halt !== undefined && promotion === null && dice(30) === 0) {
    steps.push({ wait: carry, square: nameOf(moveTo(halt)), piece })
    steps.push({ wait: 100 + dice(carry * 4), square: nameOf(moveTo(halt)), piece: '' })
  }
  if (isCapture(move) && !takesFirst) {
    if (isEnPassant(move) || dice(3) > 0) steps.push({ wait: Math.ceil(carry / 2), square: taken, piece: '' })
  }
  steps.push({ wait: carry, square: to, piece: arriving })
  return steps
}

/** A piece is lifted and set down where it stood. */
function straighten(position: Position, dice: Dice): Step[] {
  const squares = Array.from({ length: 64 }, (_, square) => square).filter(
    (square) => letterOn(position, square) !== '',
  )
  const square = squares[dice(squares.length)] as number
  const piece = letterOn(position, square)
  return [
    { wait: 0, square: nameOf(square), piece: '' },
    { wait: 200 + dice(400), square: nameOf(square), piece },
    { wait: 250, square: nameOf(square), piece },
  ]
}

const SCAN = 220

export function generateTrace({ seed, plies, pace, presses, clockLate }: TraceSettings): GeneratedTrace {
  const dice = diceOf(seed)
  const position = initialPosition()
  const reported: { at: number; type: string; by: string; data: object }[] = []
  const moves: { uci: string; data: { from: string; to: string } }[] = []
  const shown = new Map<string, string>()
  const START = Date.UTC(2026, 4, 2, 10)
  let now = START + 1000
  let heardAt = 0
  const edge = (square: string, piece: string) => {
    const stood = shown.get(square)
    if (stood === piece) return
    shown.set(square, piece)
    if (dice(2000) === 0) return
    // Each square is scanned in its turn: its earlier edge is reported first.
    const index = (square.charCodeAt(0) - 97) * 8 + square.charCodeAt(1) - 49
    const phase = Math.floor((index * SCAN) / 64)
    const at = Math.ceil((now - phase) / SCAN) * SCAN + phase
    const report = (when: number, what: string) =>
      reported.push({
        at: when,
        by: 'board',
        ...(what === ''
          ? { type: 'piece-lifted', data: { square } }
          : { type: 'piece-placed', data: { square, piece: what } }),
      })
    report(at, piece)
    if (stood !== undefined && dice(100) === 0) {
      report(at + 12, stood)
      report(at + 30, piece)
    }
    heardAt = Math.max(heardAt, at)
  }
  for (let square = 0; square < 64; square++) shown.set(nameOf(square), letterOn(position, square))
  for (let ply = 0; ply < plies; ply++) {
    const legal = legalMoves(position)
    if (legal.length === 0) break
    const captures = legal.filter(isCapture)
    const from = captures.length > 0 && dice(3) === 0 ? captures : legal
    const move = from[dice(from.length)] as Move
    const side: Side = turnOf(position)
    const carry = Math.max(60, Math.min(350, Math.floor(pace / 5)))
    now += Math.floor(pace / 4) + dice(Math.floor(pace / 2))
    for (const step of handOf(position, move, legal, dice, carry)) {
      now += step.wait
      edge(step.square, step.piece)
    }
    const castling = castlingSide(move)
    const data = {
      from: nameOf(moveFrom(move)),
      to: nameOf(castling === null ? moveTo(move) : kingTarget(move)),
    }
    const promotion = movePromotion(move)
    moves.push({
      uci: uciOf(position, move),
      data: {
        ...data,
        ...(promotion === null ? {} : { promotion }),
        ...(castling === null ? {} : { castling }),
      },
    })
    now += 60 + dice(Math.floor(pace / 4))
    if (presses) reported.push({ at: now + dice(clockLate + 1), type: 'clock-pressed', by: side, data: {} })
    play(position, move)
  }
  const players = { white: { name: 'W' }, black: { name: 'B' } }
  const control = { periods: [{ time: 5_400_000, bonus: 30_000, mode: 'fischer' }] }
  const opening = {
    ...players,
    edition: '2023-01-01',
    play: 'standard',
    ...(presses ? { timeControl: control } : {}),
  }
  const raw = [
    { at: START, type: 'game-opened', by: 'operator', data: opening },
    { at: START, type: 'session-started', by: 'arbiter', data: {} },
    ...inOrder(reported),
  ]
  return {
    moves,
    endsAt: Math.max(now, heardAt),
    events: raw.map(({ at, ...event }, index) => {
      const time = new Date(at).toISOString()
      return { ...event, id: `t${index}`, game: 'g', at: time, recordedAt: time } as unknown as Omit<
        StoredEvent,
        'seq'
      >
    }),
  }
}

/** As an adapter reports them: by time, with a reading one and five seconds after the last change that says nothing has changed. */
function inOrder<T extends { at: number; type: string; by: string; data: object }>(reported: readonly T[]) {
  const sorted = [...reported].sort((a, b) => a.at - b.at)
  const all: { at: number; type: string; by: string; data: object }[] = []
  /** What was put down and stands, the last one last. */
  let stands: T[] = []
  let last: number | null = null
  const rest = (until: number) => {
    const still = stands.at(-1)
    for (const wait of [1000, 5000]) {
      if (still === undefined || last === null || last + wait >= until) break
      all.push({ at: last + wait, type: 'piece-placed', by: 'board', data: still.data })
    }
  }
  const squareOf = ({ data }: T) => (data as { square: string }).square
  for (const event of sorted) {
    if (event.by !== 'board') {
      all.push(event)
      continue
    }
    rest(event.at)
    last = event.at
    stands = stands.filter((earlier) => squareOf(earlier) !== squareOf(event))
    if (event.type === 'piece-placed') stands.push(event)
    all.push(event)
  }
  rest(Number.POSITIVE_INFINITY)
  return all.sort((a, b) => a.at - b.at)
}
