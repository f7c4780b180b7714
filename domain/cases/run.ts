/** Runs a case and returns what differed. */
import { type Fold, type FoldOptions, type PublicState, publicState } from '../game/index.ts'
import { type Case, casesByEdition, type GameCase } from './case.ts'
import { entryDifference } from './match.ts'
import { playScript } from './script.ts'
import { textDifference } from './text.ts'

/** The first difference, in one line, or null where the case holds. `options`: those of the fold of a game case. */
export function caseDifference(given: Case, options: FoldOptions = {}): string | null {
  if (given.kind !== undefined) return textDifference(given)
  if (given.editions === undefined) return gameDifference(given, options)
  for (const each of casesByEdition(given)) {
    const found = gameDifference(each, options)
    if (found !== null) return `${String(each.open['edition'])}: ${found}`
  }
  return null
}

function gameDifference(given: GameCase, options: FoldOptions): string | null {
  // States are copied when they are folded, since the fold goes on in place.
  const states = new Map<number, PublicState>()
  const asked = new Set(given.expect.map((entry) => entry['after']))
  const byEntry = given.expect.some((entry) => entry['afterEvent'] !== undefined)
  const copyState = (seq: number, fold: Fold) => {
    if (byEntry || asked.has(seq)) states.set(seq, structuredClone(publicState(fold.state)))
  }
  const played = playScript(given, copyState, options)
  if (!played.ok) return played.error.message
  const { fold, lastSeqs } = played.value
  const head = fold.state.seq
  states.set(head, publicState(fold.state))

  for (const [index, entry] of given.expect.entries()) {
    const seq = seqOf(entry, lastSeqs, head)
    const state = states.get(seq)
    if (state === undefined) return `expect[${index}]: ${placeFault(entry, given.events.length, head)}`
    const difference = entryDifference(entry, { ...state })
    if (difference !== null) return `${where(entry)}${difference}`
  }
  return null
}

function seqOf(entry: Record<string, unknown>, lastSeqs: readonly number[], head: number): number {
  const { after, afterEvent } = entry
  if (afterEvent !== undefined) return lastSeqs[Number(afterEvent)] ?? Number.NaN
  return after === undefined ? head : Number(after)
}

/** Why an entry names no state: `after` is the seq of an event, `afterEvent` the index of an entry of the case's `events`. */
function placeFault({ after, afterEvent }: Record<string, unknown>, entries: number, head: number): string {
  if (afterEvent === undefined) return `after is ${after}; it takes the seq of an event, 1 to ${head}`
  if (entries === 0) return `afterEvent is ${afterEvent}; "events" is empty`
  return `afterEvent is ${afterEvent}; it takes the index of an entry of "events", 0 to ${entries - 1}`
}

function where(entry: Record<string, unknown>): string {
  if (entry['afterEvent'] !== undefined) return `after event ${entry['afterEvent']}: `
  return entry['after'] === undefined ? '' : `after ${entry['after']}: `
}
