/**
 * A game's states by the instant at which each became known, as JSON Patches (RFC 6902) from one to the next: a delayed feed
 * takes the last state that its readers may see, without a fold.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import jsonPatch, { type Operation } from 'fast-json-patch'
import { canRetract } from '../../domain/formats/change-messages.ts'
import { type GameState, type LogEntry, openFold, type Point, step } from '../../domain/game/index.ts'
import type { StoredEvent } from '../../events/index.ts'
import { periodsAhead } from '../app/earlier-states.ts'
import { type GameView, type PeriodStart, stateWithoutHistory, unpackState } from './view.ts'

/**
 * The state after an event: from when on it counts as known (ms), and the patch from the state before it. Many events that became
 * known together, as those of an import, are one step, since no reader saw the game between them. Where a chunk ends within such a
 * burst, the steps before its last hold no patch, and its last one replaces the whole state.
 */
export interface HistoryStep {
  readonly known: number
  readonly patch: Operation[]
  /** How many events it takes, where it is more than one. */
  readonly events?: number
  /** The event itself where it may have retracted moves, so that readers can be shown why. */
  readonly cause?: LogEntry
}

/** Events of one stored chunk. A full chunk is never written again, so that an event costs one small item. */
const CHUNK_EVENTS = 64

/**
 * So many events in one instant (ms) are a burst. Of a move and its press, which often come together, the states are stored one by
 * one: two reports of one instant may be two commits, and a reader may hold the state between them.
 */
const BURST_EVENTS = 8

/** Whether the event is one of a burst. */
function isOfBurst(known: readonly number[], seq: number): boolean {
  const instant = known[seq - 1]
  let [first, last] = [seq, seq]
  while (first > 1 && known[first - 2] === instant && last - first < BURST_EVENTS) first--
  while (last < known.length && known[last] === instant && last - first < BURST_EVENTS) last++
  return last - first + 1 >= BURST_EVENTS
}

/** Steps of the events from `number × 64 + 1` on, as gzipped JSON in base64. */
export interface HistoryChunk {
  /** How much of the game had been erased: chunks that differ in it do not belong together. */
  readonly erased: number
  readonly steps: string
}

/** The history of one game while it grows. */
export interface GameHistory {
  /**
   * Takes the events behind the last one taken: `state` is the record's own, as of its last event, and `known` is all of its
   * list.
   */
  grow(state: GameState, known: readonly number[]): void
  /** The chunks that hold steps behind event `seq`, packed. */
  chunksAfter(seq: number): { readonly number: number; readonly steps: string }[]
  /** The periods that the clock has begun by itself, and those that it will begin after the last event. */
  periods(): readonly PeriodStart[]
}

export function openHistory(): GameHistory {
  /** Up to the last state that was asked for; it takes no event whose state nobody could see. */
  const fold = openFold()
  /** Full chunks, packed: nothing of them changes any more. */
  const full: string[] = []
  let tail: HistoryStep[] = []
  /** Events that the tail holds. */
  let tailEvents = 0
  /** The burst under way went over the end of a chunk. */
  let isOverChunks = false
  let periods: PeriodStart[] = []
  const { patchTo, wholeState } = openStatePatches()

  /** The state after an event of the record whose last state is `last`. */
  const stateAt = (last: GameState, seq: number): GameState => {
    if (seq === last.log.length) return last
    // The fold reads no more of an event than its log keeps.
    for (const entry of last.log.slice(fold.state.log.length, seq))
      step(fold, entry as unknown as StoredEvent)
    return fold.state
  }

  return {
    grow(last, known) {
      const { log } = last
      let events = 0
      for (let seq = full.length * CHUNK_EVENTS + tailEvents + 1; seq <= log.length; seq++) {
        const entry = log[seq - 1]!
        // Nobody saw a state that became known together with the next one.
        const wasSeen = known[seq - 2] !== known[seq - 1]
        periods = periods.filter(([of, at]) => at < known[seq - 1]! && (wasSeen || of !== seq - 1))
        const isSeen = known[seq] !== known[seq - 1]
        if (isSeen) for (const at of periodsAhead(stateAt(last, seq))) periods.push([seq, at])
        events++
        tailEvents++
        const isFull = tailEvents === CHUNK_EVENTS
        const next = log[seq]
        const isTogether = next !== undefined && known[seq] === known[seq - 1] && isOfBurst(known, seq)
        const isWithin = isTogether && !canRetract(entry) && !canRetract(next)
        if (isWithin && !isFull) continue
        tail.push({
          known: known[seq - 1]!,
          patch: isWithin ? [] : (isOverChunks ? wholeState : patchTo)(stateAt(last, seq)),
          ...(events > 1 && { events }),
          ...(canRetract(entry) && { cause: entry }),
        })
        isOverChunks = isWithin
        events = 0
        if (!isFull) continue
        full.push(packSteps(tail))
        tail = []
        tailEvents = 0
      }
    },
    chunksAfter(seq) {
      const first = Math.floor(seq / CHUNK_EVENTS)
      const chunks = full.map((steps, number) => ({ number, steps })).slice(first)
      return tail.length === 0 ? chunks : [...chunks, { number: full.length, steps: packSteps(tail) }]
    },
    periods: () => periods,
  }
}

/** Patches from each state of a game to the next, in their order. */
function openStatePatches() {
  let rest: object = {}
  /** Each position's JSON: of a hundred positions an event changes one or two. */
  let points: string[] = []

  /** The patch from the last state to this one. */
  const patchTo = (state: GameState): Operation[] => {
    const { points: now, ...others } = stateWithoutHistory(state)
    const patch = jsonPatch.compare(rest, others)
    const texts = now.map((point) => JSON.stringify(point))
    for (const [index, text] of texts.entries())
      if (text !== points[index]) patch.push(...patchOfPoint(index, points[index], text))
    for (let index = points.length - 1; index >= texts.length; index--)
      patch.push({ op: 'remove', path: `/points/${index}` })
    // The fold changes its state in place, so the next comparison needs a copy.
    rest = JSON.parse(JSON.stringify(others)) as object
    points = texts
    // The operations refer to parts of the live state, which are copied for the same reason.
    return JSON.parse(JSON.stringify(patch)) as Operation[]
  }

  /** The patch that makes this state of any other. */
  const wholeState = (state: GameState): Operation[] => {
    const whole = JSON.parse(JSON.stringify(stateWithoutHistory(state))) as GameState
    const { points: now, ...others } = whole
    rest = others
    points = now.map((point) => JSON.stringify(point))
    return [{ op: 'replace', path: '', value: whole }]
  }

  return { patchTo, wholeState }
}

function patchOfPoint(index: number, before: string | undefined, now: string): Operation[] {
  const path = `/points/${index}`
  const value = JSON.parse(now) as Point
  if (before === undefined) return [{ op: 'add', path, value }]
  const patch = jsonPatch.compare(JSON.parse(before) as Point, value)
  return patch.map((operation) => ({ ...operation, path: `${path}${operation.path}` }))
}

const packSteps = (steps: readonly HistoryStep[]): string =>
  gzipSync(JSON.stringify(steps)).toString('base64')

const unpackSteps = (packed: string): HistoryStep[] =>
  JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as HistoryStep[]

/** A game as it was known at an instant. */
export interface KnownState {
  readonly state: GameState
  readonly seq: number
  readonly erased: number
}

/** The same with the states after earlier events, and the events since the first of them that may have taken moves back. */
export interface KnownStep extends KnownState {
  readonly earlier: readonly GameState[]
  readonly causes: readonly LogEntry[]
  /** From when on the first event counts as known, ms. */
  readonly knownFrom: number
}

/** The seqs of the first and the last event after which states are wanted. */
export type SeqRange = readonly [first: number, last: number]

/** `stateKnownAt` of a game that became known in one commit: its view is its whole history. */
export function onlyStateKnownAt(
  { seq, erased, knownFrom, state }: GameView,
  instant: number,
  [from, to]: SeqRange = [0, 0],
): KnownStep | 'unseen' | null {
  if (knownFrom > instant) return 'unseen'
  if (from < seq && to >= 1) return null
  const earlier = from <= seq && seq <= to ? [unpackState(state)] : []
  return { state: unpackState(state), seq, erased, earlier, causes: [], knownFrom }
}

/**
 * The last state that was known at an instant (ms), and those of `range`; `unseen`: there was none yet; null: the chunks, given
 * in their order, are not a whole history, or a state of the range lies within a step.
 */
export function stateKnownAt(
  chunks: readonly HistoryChunk[],
  instant: number,
  [from, to]: SeqRange = [0, 0],
): KnownStep | 'unseen' | null {
  const [first] = chunks
  if (first === undefined || chunks.some(({ erased }) => erased !== first.erased)) return null
  let state: unknown = { points: [] }
  const earlier: GameState[] = []
  const causes: LogEntry[] = []
  let seq = 0
  let knownFrom = 0
  const seen = (): KnownStep | 'unseen' =>
    seq === 0
      ? 'unseen'
      : { state: state as GameState, seq, erased: first.erased, earlier, causes, knownFrom }
  for (const [k, { steps: packed }] of chunks.entries()) {
    let taken = 0
    for (const { known, patch, events = 1, cause } of unpackSteps(packed)) {
      if (known > instant) return seen()
      if (seq === 0) knownFrom = known
      state = jsonPatch.applyPatch(state, patch, false, true).newDocument
      const before = seq
      seq += events
      taken += events
      // Within a step, or at the end of one that holds no patch, there is no state.
      const lastWithin = patch.length === 0 ? seq : seq - 1
      if (lastWithin >= from && before + 1 <= to && events > 1) return null
      if (cause !== undefined && seq > from) causes.push(cause)
      // The patches that follow change the document in place.
      if (seq >= from && seq <= to) earlier.push(structuredClone(state) as GameState)
    }
    if (taken < CHUNK_EVENTS && k < chunks.length - 1) return null
  }
  return seen()
}
