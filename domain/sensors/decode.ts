/**
 * The decoder: which moves were played, seen from what a board and a clock told. Each way is a sequence of legal moves with what
 * speaks against it; every observation extends the ways, and the best are followed further. Pure, in whole numbers.
 */
import type { Side } from '../../events/index.ts'
import {
  castlingSide,
  clone,
  isChess960,
  kingTarget,
  legalMoves,
  type Move,
  moveFrom,
  movePromotion,
  nameOf,
  type Position,
  play,
  squareOf,
  turnOf,
} from '../chess/index.ts'
import type { Observation, ReportedMove } from '../state/sensor-state.ts'
import { changesOf, type Differences, disagreements, lettersOf } from './differences.ts'
import { BOUNCE, HOVER_WINDOW_MS, LATE, QUIET } from './durations.ts'
import { BEAM, BEYOND, MOST_PLIES, WEIGHTS } from './weights.ts'

/** What is decoded: the position and the board when the window begins, and what was told since. */
export interface Window {
  readonly position: Position
  readonly before: Differences
  readonly seen: readonly Observation[]
  /** Plies before it. */
  readonly ply: number
  /** The instant at which it is looked at, ms. */
  readonly at: number
}

/** A move of a way. `stood`: index of the observation after which it stood; `press`: index of its player's press. */
export interface Placed {
  readonly move: Move
  readonly side: Side
  readonly uci: string
  readonly changes: Differences
  readonly stood: number
  readonly proof: readonly number[]
  readonly reported: ReportedMove | null
  readonly press: number | null
  /** FEN letter of the piece that it took; '' where it took none. */
  readonly taken: string
  /** It was never seen where it went to: it explains what follows, and has to be asked about. */
  readonly isUnseen: boolean
  /** The piece was not where it went when its player pressed. */
  readonly isGone?: true
}

/**
 * What a way has paid for a square that is not as it has it; a move that explains the square gets it back. `open`: a piece that may yet
 * cost more if it stays; `ghost`: a piece of the way's last mover that shows where the move did not leave it, until it is gone; `agreed`: the board is taken to agree there.
 */
interface Paid {
  readonly kind: 'open' | 'paid' | 'agreed' | 'ghost' | 'gone'
  readonly cost: number
}

const AGREED: Paid = { kind: 'agreed', cost: 0 }

export interface Way {
  readonly position: Position
  /** What stands on each square if the way is right. */
  readonly letters: readonly string[]
  readonly legal: () => readonly Move[]
  readonly made: readonly Placed[]
  readonly key: string
  readonly cost: number
  /** Squares on which the board differs for a reason that is paid for. */
  readonly paid: Readonly<Record<string, Paid>>
  /** Indices of presses for which no move stood yet. */
  readonly owed: Readonly<Partial<Record<Side, number>>>
}

export interface Decoded {
  /** The best first. */
  readonly ways: readonly Way[]
  /** What stands on each square now. */
  readonly letters: readonly string[]
  /** Index of the last edge of a square. */
  readonly last: ReadonlyMap<string, number>
}

const isWhite = (letter: string): boolean => letter < 'a'
const sideOfLetter = (letter: string): Side => (isWhite(letter) ? 'white' : 'black')
const NAMES = Array.from({ length: 64 }, (_, square) => nameOf(square))

/** A pawn on its last rank, which waits for the piece that it becomes. */
const isWaitingPawn = (letter: string, square: string): boolean =>
  (letter === 'P' && square[1] === '8') || (letter === 'p' && square[1] === '1')

/** Does a square lie on the straight line between two others? */
function isBetween(square: number, from: number, to: number): boolean {
  const [ranks, files] = [(to >> 3) - (from >> 3), (to & 7) - (from & 7)]
  if (ranks !== 0 && files !== 0 && Math.abs(ranks) !== Math.abs(files)) return false
  const step = 8 * Math.sign(ranks) + Math.sign(files)
  for (let passed = from + step; passed !== to; passed += step) if (passed === square) return true
  return false
}

/** The legal moves of a position, worked out when they are first asked for. */
function lazyMoves(position: Position): () => readonly Move[] {
  let legal: readonly Move[] | null = null
  return () => {
    legal ??= legalMoves(position)
    return legal
  }
}

const keyOfMove = (move: Move): string =>
  `${nameOf(moveFrom(move))}${nameOf(kingTarget(move))}${movePromotion(move) ?? ''}`

const isTold = (move: Move, reported: ReportedMove): boolean =>
  nameOf(moveFrom(move)) === reported.from &&
  nameOf(kingTarget(move)) === reported.to &&
  (movePromotion(move) ?? undefined) ===
    (movePromotion(move) === null ? undefined : (reported.promotion ?? 'Q'))

/** A run of the decoder over a window. */
class Run {
  readonly letters: string[]
  /** Index of the last edge on a square, and of the one by which it got its piece. */
  readonly last = new Map<string, number>()
  readonly seen: readonly Observation[]
  readonly reported: readonly { index: number; reported: ReportedMove }[]

  readonly ply: number

  constructor({ position, before, seen, ply }: Window) {
    this.ply = ply
    this.letters = lettersOf(position)
    for (const square in before) this.letters[squareOf(square)] = before[square] as string
    this.seen = seen
    this.reported = seen.flatMap((each, index) =>
      'reported' in each ? [{ index, reported: each.reported }] : [],
    )
  }

  /** May the move after so many of the window be the one that was told? */
  isPlyOf(made: number, reported: ReportedMove): boolean {
    return reported.ply === undefined || reported.ply === this.ply + made + 1
  }

  at(index: number): number {
    return (this.seen[index] as Observation).at
  }

  observed(square: string): string {
    return this.letters[squareOf(square)] as string
  }

  /** Squares on which the board is not as the way has it, save those that are paid for. */
  differs(way: Way): string[] {
    const found: string[] = []
    for (let square = 0; square < 64; square++) {
      if (this.letters[square] === way.letters[square]) continue
      const name = NAMES[square] as string
      const paid = way.paid[name]
      if (paid === undefined || paid.kind === 'open' || paid.kind === 'ghost') found.push(name)
    }
    return found
  }

  /** The way with more paid for its squares. */
  pay(way: Way, charges: readonly (readonly [string, Paid['kind'], number])[]): Way {
    if (charges.length === 0) return way
    const paid: Record<string, Paid> = { ...way.paid }
    let { cost } = way
    for (const [square, kind, charge] of charges) {
      const earlier = paid[square]
      const ghost = earlier?.kind === 'ghost' ? earlier.cost : 0
      paid[square] = { kind, cost: charge - ghost + (earlier?.cost ?? 0) }
      cost += charge - ghost
    }
    return { ...way, cost, paid }
  }

  /** The board has been quiet. */
  quiet(way: Way): Way {
    const turn = turnOf(way.position)
    const last = way.made.at(-1)
    const charges: [string, Paid['kind'], number][] = []
    for (const square of this.differs(way)) {
      const letter = this.observed(square)
      const expected = way.letters[squareOf(square)] as string
      if (letter === '?') continue
      if (letter === '') {
        if (sideOfLetter(expected) === turn) continue
        const isMissing =
          (this.last.get(square) ?? -1) < (last?.stood ?? -1) && last?.changes[square] === undefined
        charges.push([square, 'paid', isMissing ? WEIGHTS.missing : WEIGHTS.lifted])
      } else if (this.isLostLift(way, square, letter)) {
        charges.push([square, 'agreed', WEIGHTS.lostLift])
      } else if (sideOfLetter(letter) === turn) {
        if (isWaitingPawn(letter, square)) continue
        if (way.paid[square] !== undefined) continue
        charges.push([square, 'open', WEIGHTS.hover])
      } else {
        const isPressed = last !== undefined && last.press !== null
        charges.push([square, 'paid', isPressed ? WEIGHTS.displacedAfterPress : WEIGHTS.displaced])
      }
    }
    return this.pay(way, charges)
  }

  /** Does a piece still show on the square from which a move of the way took it? */
  isLostLift(way: Way, square: string, letter: string): boolean {
    const isGhost = way.paid[square]?.kind === 'ghost'
    if (way.letters[squareOf(square)] !== '' && !isGhost) return false
    return way.made.some(
      ({ changes, stood }) =>
        (changes[square] === '' || isGhost) &&
        (this.last.get(square) ?? -1) <= stood &&
        Object.values(changes).includes(letter),
    )
  }

  edge(earlier: Way, square: string, piece: string, index: number): Way {
    // A piece that nobody saw land has been seen there now.
    const isSeen = (placed: Placed) => placed.isUnseen && piece !== '' && placed.changes[square] === piece
    const made = earlier.made.some(isSeen)
      ? earlier.made.map((placed) => (isSeen(placed) ? { ...placed, isUnseen: false } : placed))
      : earlier.made
    const way = made === earlier.made ? earlier : { ...earlier, made }
    const { [square]: before, ...paid } = way.paid
    const free =
      before === undefined
        ? way
        : { ...way, paid, cost: way.cost - this.givenBack(way, before, square, piece, index) }
    // A piece that is seen again where it belongs had not been away.
    if (piece !== '' && piece === way.letters[squareOf(square)])
      return before === undefined || this.hadAnother(square, piece)
        ? free
        : { ...free, cost: way.cost - before.cost }
    if (piece === '') {
      const since = this.last.get(square)
      const isLong =
        before?.kind === 'open' && since !== undefined && this.at(index) - this.at(since) > HOVER_WINDOW_MS
      if (isLong) return { ...free, cost: free.cost + WEIGHTS.rested }
      if (this.isBackHome(way, square)) return this.pay(free, [[square, 'gone', WEIGHTS.gone]])
      return this.isPressedFor(way, square, index)
        ? this.pay(free, [[square, 'gone', WEIGHTS.goneAfterPress]])
        : free
    }
    if (piece === '?') return free
    if (sideOfLetter(piece) === turnOf(way.position)) {
      // A piece that is taken on a square had been played there.
      const isStray = before?.kind === 'open' && before.cost === WEIGHTS.stray
      return isStray ? { ...free, cost: free.cost + WEIGHTS.strayTaken } : free
    }
    if (this.isPassedLate(way, square, piece, index))
      return this.pay(free, [[square, 'agreed', WEIGHTS.latePassing]])
    return this.pay(free, [[square, 'open', WEIGHTS.stray]])
  }

  /** Did another piece stand on the square until now? Then it is not put back there: it was taken. */
  hadAnother(square: string, piece: string): boolean {
    const edge = this.seen[this.last.get(square) ?? -1]
    return (
      edge !== undefined &&
      'square' in edge &&
      edge.piece !== '' &&
      edge.piece !== '?' &&
      edge.piece !== piece
    )
  }

  /** What a square gives back of its cost once it changes: a piece that only passed it, and a lift that was told late. */
  givenBack({ made }: Way, { kind, cost }: Paid, square: string, piece: string, index: number): number {
    if (kind === 'ghost') {
      if (piece !== '') return 0
      const stood = this.at(index) - this.at(this.last.get(square) ?? index)
      return stood <= QUIET ? cost : 0
    }
    const last = made.at(-1)
    if (last === undefined || piece !== '') return 0
    if (kind === 'open') return this.isTakenAway(last, square, index) ? cost : 0
    return kind === 'agreed' && this.at(index) - this.at(last.stood) <= LATE ? cost : 0
  }

  /** Does a square become empty of a piece that was pushed aside there by the one that took it? */
  isTakenAway({ taken, stood }: Placed, square: string, index: number): boolean {
    const edge = this.seen[this.last.get(square) ?? -1]
    if (edge === undefined || !('square' in edge) || taken === '' || edge.piece !== taken) return false
    return Math.abs(this.at(stood) - edge.at) <= QUIET && this.at(index) - edge.at <= QUIET
  }

  /** Has the piece of the last move left its square just after its player's press? A sensor tells later than the clock. */
  isPressedFor({ made, letters }: Way, square: string, index: number): boolean {
    const last = made.at(-1)
    if (last === undefined || last.press === null || last.reported !== null || last.isUnseen) return false
    const letter = letters[squareOf(square)] as string
    return letter !== '' && last.changes[square] === letter && this.at(index) - this.at(last.press) < BOUNCE
  }

  /** Has the piece of the last move left the square that it went to, while it still shows where it came from? */
  isBackHome({ made, letters, paid }: Way, square: string): boolean {
    const last = made.at(-1)
    if (last === undefined || last.reported !== null || last.isUnseen) return false
    const letter = letters[squareOf(square)] as string
    if (letter === '' || last.changes[square] !== letter) return false
    const from = nameOf(moveFrom(last.move))
    return this.observed(from) === letter && paid[from] !== undefined
  }

  /** Is it the piece that moved last, on a square that it slid over, told after it stood? */
  isPassedLate({ made }: Way, square: string, piece: string, index: number): boolean {
    const last = made.at(-1)
    if (last === undefined || last.isUnseen || this.at(index) - this.at(last.stood) > LATE) return false
    const [from, to] = [moveFrom(last.move), kingTarget(last.move)]
    return last.changes[nameOf(to)] === piece && isBetween(squareOf(square), from, to)
  }

  press(way: Way, side: Side, index: number): Way {
    const open = way.made.findIndex((placed) => placed.side === side && placed.press === null)
    const placed = way.made[open]
    if (placed === undefined) {
      const isTheirs = turnOf(way.position) !== side && way.owed[turnOf(way.position)] === undefined
      if (isTheirs || way.owed[side] !== undefined) return { ...way, cost: way.cost + WEIGHTS.secondPress }
      return { ...way, cost: way.cost + WEIGHTS.earlyPress, owed: { ...way.owed, [side]: index } }
    }
    const isGone = Object.keys(placed.changes).some(
      (square) =>
        placed.changes[square] !== '' &&
        this.observed(square) === '' &&
        placed.reported === null &&
        !this.isBeingTaken(way, square),
    )
    const isLast = open === way.made.length - 1
    const made = way.made.map((each, ply) =>
      ply === open ? { ...each, press: index, ...(isGone && isLast ? { isGone } : {}) } : each,
    )
    if (open < way.made.length - 1) return { ...way, made, cost: way.cost + WEIGHTS.latePress }
    const charges: [string, Paid['kind'], number][] = []
    for (const square of this.differs(way)) {
      const letter = this.observed(square)
      const expected = way.letters[squareOf(square)] as string
      if (letter === '?') continue
      if (letter === '') {
        if (sideOfLetter(expected) === side)
          charges.push(
            isGone && placed.changes[square] === expected
              ? [square, 'gone', WEIGHTS.gone]
              : [square, 'paid', WEIGHTS.lifted],
          )
      } else if (this.isLostLift(way, square, letter)) charges.push([square, 'agreed', WEIGHTS.lostLift])
      else if (sideOfLetter(letter) === side) charges.push([square, 'paid', WEIGHTS.displaced])
    }
    return this.pay({ ...way, made }, charges)
  }

  /** Has the opponent a piece in the air that may take what stands there? */
  isBeingTaken(way: Way, square: string): boolean {
    return way
      .legal()
      .some((move) => nameOf(kingTarget(move)) === square && this.observed(nameOf(moveFrom(move))) === '')
  }

  /** The move is on the board after this observation, or taken to be because somebody told it. */
  extend(way: Way, move: Move, index: number, reported: ReportedMove | null, isUnseen = false): Way {
    const position = clone(way.position)
    play(position, move)
    const side = turnOf(way.position)
    const changes = changesOf(way.position, move)
    const since = way.made.at(-1)?.stood ?? -1
    const earlier = way.made.at(-2)?.stood ?? -1
    const proof: number[] = []
    let transients = 0
    for (let i = earlier + 1; i <= index; i++) {
      const edge = this.seen[i] as Observation
      if (!('square' in edge)) continue
      const before = way.made.at(-1)
      if (edge.square in changes && (i > since || !(before?.proof.includes(i) ?? false))) proof.push(i)
      else if (i > since && edge.at !== this.at(index)) transients++
    }
    const owed = way.owed[side]
    let cost = Math.min(transients, WEIGHTS.mostTransients) * WEIGHTS.transient
    if (owed !== undefined && reported === null)
      cost += this.at(index) - this.at(owed) > LATE ? WEIGHTS.unexplainedPress : -WEIGHTS.lateEdges
    const { [side]: _, ...debts } = way.owed
    if (isUnseen) cost = WEIGHTS.lostPlace
    const paid = { ...way.paid }
    // What the opponent's hand did meanwhile was done on its own turn.
    for (const square of isUnseen ? Object.keys(paid) : []) {
      const letter = this.observed(square) || (way.letters[squareOf(square)] as string)
      const isEarlier = (this.last.get(square) ?? -1) < index
      if (isEarlier || letter === '?' || sideOfLetter(letter) === side || paid[square]?.kind === 'agreed')
        continue
      cost -= paid[square]?.cost ?? 0
      delete paid[square]
    }
    for (const square in changes) {
      // That a piece was gone when its move was over is not explained by its next move.
      if (paid[square]?.kind !== 'gone' || changes[square] !== '') cost -= paid[square]?.cost ?? 0
      if (reported === null && !isUnseen) delete paid[square]
      else paid[square] = AGREED
    }
    const letters = [...way.letters]
    for (const square in changes) letters[squareOf(square)] = changes[square] as string
    for (let square = 0; square < 64; square++) {
      const [seen, expected] = [this.letters[square] as string, letters[square] as string]
      const name = NAMES[square] as string
      if (seen === expected || seen === '?' || sideOfLetter(seen || expected) !== side || isUnseen) continue
      if (reported !== null) {
        paid[name] = AGREED
      } else if (seen !== '' && paid[name] === undefined) {
        cost += WEIGHTS.stray
        paid[name] = { kind: 'ghost', cost: WEIGHTS.stray }
      }
    }
    // What else its player had lifted before and has not put back.
    if (reported === null && !isUnseen && owed === undefined) {
      for (let square = 0; square < 64; square++) {
        const name = NAMES[square] as string
        const expected = letters[square] as string
        if (
          this.letters[square] !== '' ||
          expected === '' ||
          sideOfLetter(expected) !== side ||
          name in changes ||
          name in paid
        )
          continue
        if ((this.last.get(name) ?? index) > since) continue
        cost += WEIGHTS.missing
        paid[name] = { kind: 'paid', cost: WEIGHTS.missing }
      }
    }
    let { made } = way
    const last = made.at(-1)
    const lost = Object.keys(last?.changes ?? {}).find(
      (square) => last?.changes[square] !== '' && !(square in changes) && this.observed(square) === '',
    )
    if (
      last !== undefined &&
      lost !== undefined &&
      last.press === null &&
      last.reported === null &&
      !last.isUnseen
    ) {
      cost += WEIGHTS.gone - (paid[lost]?.cost ?? 0)
      paid[lost] = { kind: 'gone', cost: WEIGHTS.gone }
      made = [...made.slice(0, -1), { ...last, isGone: true }]
    }
    const taken = Object.keys(changes).map((square) => way.letters[squareOf(square)] as string)
    const placed = {
      move,
      side,
      taken: taken.find((letter) => letter !== '' && sideOfLetter(letter) !== side) ?? '',
      uci: keyOfMove(move),
      changes,
      stood: index,
      proof,
      reported,
      press: owed ?? null,
      isUnseen,
    }
    return {
      position,
      letters,
      legal: lazyMoves(position),
      made: [...made, placed],
      key: `${way.key} ${placed.uci}`,
      cost: way.cost + cost,
      paid,
      owed: debts,
    }
  }

  /** Ways on which one more move stands after an observation. */
  grown(way: Way, index: number, isNew: boolean): Way[] {
    const trigger = this.seen[index] as Observation
    if (way.made.length >= MOST_PLIES || (!('square' in trigger) && this.reported.length === 0)) return []
    const found: Way[] = []
    const on = 'square' in trigger ? squareOf(trigger.square) : -1
    for (const move of way.legal()) {
      if (this.reported.length === 0 && this.isElsewhere(way, move, isNew ? null : on)) continue
      const from = nameOf(moveFrom(move))
      const hint = this.reported.find(
        ({ reported, index: at }) =>
          at >= index &&
          isTold(move, reported) &&
          this.isPlyOf(way.made.length, reported) &&
          !way.made.some((placed) => placed.reported?.seq === reported.seq),
      )
      if (hint !== undefined) {
        found.push(this.extend(way, move, index, hint.reported))
        continue
      }
      if (!('square' in trigger)) continue
      // A quick look before the squares are worked out: the piece has left, or shows where it goes to.
      const changes = this.quickly(way, move, from)
      if (changes === null) continue
      if (!isNew && !(trigger.square in changes)) continue
      if (castlingSide(move) === null && this.isCastlingToo(way, changes)) continue
      if (this.stands(way, changes, index)) found.push(this.extend(way, move, index, null))
    }
    return found
  }

  /** Has nothing been seen of a move of one piece, or (`on`: the square of an edge) does the edge not belong to it? */
  isElsewhere(way: Way, move: Move, on: number | null): boolean {
    if (castlingSide(move) !== null) return false
    const [from, to] = [moveFrom(move), kingTarget(move)]
    const isStill = this.letters[from] === way.letters[from] && this.letters[to] === way.letters[to]
    const isPawnsCapture = (from - to) % 8 !== 0 && way.letters[to] === ''
    return isStill || (on !== null && on !== from && on !== to && !isPawnsCapture)
  }

  /**
   * Ways on which a piece that is in the air has come to stand, though no sensor told where. `now`: what was told in that one
   * instant, ms, tells nothing of its order.
   */
  landed(way: Way, now: number | null = null): Way[] {
    return way.legal().flatMap((move) => {
      const from = nameOf(moveFrom(move))
      const [isOff, lift] = [this.observed(from) === '', this.last.get(from)]
      if (!isOff || lift === undefined || lift <= (way.made.at(-1)?.stood ?? -1) || this.at(lift) === now)
        return []
      if (castlingSide(move) !== null || way.made.length >= MOST_PLIES) return []
      if (this.isContradicted(way, move, lift)) return []
      return [this.extend(way, move, lift, null, true)]
    })
  }

  /** Has another piece of the same side been seen, since the lift, where the move would have put its own? */
  isContradicted(way: Way, move: Move, lift: number): boolean {
    const to = nameOf(kingTarget(move))
    const seen = this.observed(to)
    if (seen === '' || seen === '?' || (this.last.get(to) ?? -1) < lift) return false
    return sideOfLetter(seen) === turnOf(way.position) && seen !== changesOf(way.position, move)[to]
  }

  /** Does a reply stand after a move that nobody saw? A piece pushed aside by the one that takes it is none. */
  isAnswered(before: Way, way: Way, index: number): boolean {
    const from = moveFrom((way.made.at(-1) as Placed).move)
    const takes = before.legal().filter((move) => moveFrom(move) === from)
    return this.grown(way, index, false).some(({ made }) => {
      const reply = (made.at(-1) as Placed).move
      return !takes.some((move) => kingTarget(move) === moveFrom(reply))
    })
  }

  /** Has the side that is not on move put a piece somewhere, or taken one away for long? */
  isReplied(way: Way): boolean {
    const turn = turnOf(way.position)
    return Object.keys(way.paid).some((square) => {
      const letter = this.observed(square) || (way.letters[squareOf(square)] as string)
      return (
        way.paid[square]?.kind !== 'agreed' &&
        letter !== '?' &&
        letter !== '' &&
        sideOfLetter(letter) !== turn
      )
    })
  }

  /** In Chess960 a rook may go past its king: that is castling, not a move of the rook. */
  isCastlingToo(way: Way, changes: Differences): boolean {
    if (!isChess960(way.position)) return false
    return way.legal().some((move) => {
      if (castlingSide(move) === null) return false
      return disagreements(changesOf(way.position, move), changes, 0).length === 0
    })
  }

  quickly(way: Way, move: Move, from: string): Differences | null {
    const to = nameOf(kingTarget(move))
    const isCastling = castlingSide(move) !== null
    if (
      !isCastling &&
      this.observed(from) === way.letters[squareOf(from)] &&
      this.observed(to) === way.letters[squareOf(to)]
    )
      return null
    return changesOf(way.position, move)
  }

  /** Are all pieces of the move seen where it puts them, since the move before, and is at most one square not yet empty? */
  stands(way: Way, changes: Differences, index: number): boolean {
    let full = 0
    const since = way.made.at(-1)?.stood ?? -1
    const earlier = way.made.at(-2)?.stood ?? -1
    for (const square in changes) {
      const letter = changes[square] as string
      const seen = this.observed(square)
      if (letter === '') {
        if (seen !== '' && ++full > 1) return false
        continue
      }
      if (seen !== letter) return false
      const last = this.last.get(square) ?? -1
      const isCrossed =
        last > earlier && last !== since && this.at(index) - this.at(Math.max(0, last)) <= LATE
      if (last < 0 || !(last > since || isCrossed)) return false
    }
    return true
  }
}

/** Did nobody see the last move, and has nothing followed it yet? */
const endsUnseen = ({ made }: Way): boolean => made.at(-1)?.isUnseen === true

/** The cheapest of those with the same moves, the best of all first. */
function pruned(ways: readonly Way[]): Way[] {
  const best = new Map<string, Way>()
  for (const way of ways) {
    const known = best.get(way.key)
    const isBetter =
      known === undefined ||
      way.cost < known.cost ||
      (way.cost === known.cost && (way.made.at(-1)?.stood ?? 0) >= (known.made.at(-1)?.stood ?? 0))
    if (isBetter) best.set(way.key, way)
  }
  const found = [...best.values()].sort(
    (a, b) =>
      a.cost - b.cost || Number(endsUnseen(a)) - Number(endsUnseen(b)) || a.made.length - b.made.length,
  )
  const most = (found[0]?.cost ?? 0) + BEYOND
  return found.filter(({ cost }, place) => place < BEAM && cost <= most)
}

/** Was the move made by that side, and seen, and has nobody pressed for it? */
const isOpen = (placed: Placed | undefined, side: Side): boolean =>
  placed !== undefined && placed.side === side && placed.press === null && !placed.isUnseen

/** Is it a piece of the side that is not on move? */
const isTheirs = (way: Way, piece: string): boolean =>
  piece !== '' && piece !== '?' && sideOfLetter(piece) !== turnOf(way.position)

/** Follows the ways through everything that was seen. */
export function decode(window: Window): Decoded {
  const run = new Run(window)
  const { seen } = window
  const { position } = window
  const start = { position, letters: lettersOf(position), legal: lazyMoves(position) }
  let ways: Way[] = [{ ...start, made: [], key: '', cost: 0, paid: {}, owed: {} }]
  let lastEdge: number | null = null
  let lastIndex = 0
  const rest = (until: number) => {
    if (lastEdge === null || until - lastEdge < QUIET) return
    ways = ways.map((way) => run.quiet(way))
    const landed = ways.slice(0, 1).flatMap((way) => (run.isReplied(way) ? run.landed(way) : []))
    const replied = landed.flatMap((way) => run.grown(way, lastIndex, true))
    if (landed.length > 0) ways = pruned([...ways, ...landed, ...replied])
  }
  for (const [index, each] of seen.entries()) {
    rest(each.at)
    if ('square' in each) {
      run.letters[squareOf(each.square)] = each.piece
      ways = ways.map((way) => run.edge(way, each.square, each.piece, index))
      run.last.set(each.square, index)
      lastEdge = each.at
      lastIndex = index
      // The other player answers a piece that is still in the air for all that was told.
      const replied = ways.find((way) => isTheirs(way, each.piece))
      if (replied !== undefined) {
        const landed = run.landed(replied, each.at)
        ways = [...ways, ...landed.filter((way) => run.isAnswered(replied, way, index))]
      }
    } else if ('press' in each) {
      const best = ways[0] as Way
      const isDone = ways.some(({ made, key }) => key.startsWith(best.key) && isOpen(made.at(-1), each.press))
      const landed = !isDone && turnOf(best.position) === each.press ? run.landed(best) : []
      ways = [...ways, ...landed].map((way) => run.press(way, each.press, index))
    }
    let fresh = ways.flatMap((way) => run.grown(way, index, false))
    const all = [...ways, ...fresh]
    for (let more = 0; more < 2 && fresh.length > 0; more++) {
      fresh = fresh.flatMap((way) => run.grown(way, index, true))
      all.push(...fresh)
    }
    ways = all
    if ('reported' in each) {
      const { reported } = each
      ways = ways.map((way) => {
        const ply = way.made.findIndex(
          (placed, index) =>
            placed.reported?.seq === reported.seq ||
            (isTold(placed.move, reported) && run.isPlyOf(index, reported)),
        )
        if (ply < 0) return { ...way, cost: way.cost + WEIGHTS.untold }
        const before = way.made[ply - 1]
        if (before !== undefined && reported.after !== undefined && before.uci !== reported.after)
          return { ...way, cost: way.cost + WEIGHTS.otherBefore }
        // A move that nobody saw is certain now; one that was seen stays the board's.
        if (way.made[ply]?.isUnseen !== true) return way
        return {
          ...way,
          made: way.made.map((placed, at) =>
            at === ply ? { ...placed, reported, isUnseen: false } : placed,
          ),
        }
      })
    }
    ways = pruned(ways)
  }
  rest(window.at)
  return { ways: pruned(ways), letters: run.letters, last: run.last }
}
