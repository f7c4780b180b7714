/** Follows a source: reads it again and again, and reports what is new and what has changed. */
import { type ApiClient, problemText } from '../../http/api-client.ts'
import { exponentialMs } from '../../retries.ts'
import { openRoundSeating } from '../seating.ts'
import type { SourcePlayers } from './details.ts'
import { type FollowedSource, SourceUnavailable } from './source.ts'
import { noteOf, noteRemark, type OnSourceNote, SourceFailure, serviceSays } from './source-remark.ts'
import { takeGame } from './take-game.ts'

export interface SourceOptions {
  readonly source: FollowedSource
  readonly client: ApiClient
  readonly tournament: string
  readonly language?: string
  readonly now: () => number
  readonly note: OnSourceNote
  readonly pause: (ms: number) => Promise<void>
  readonly signal: AbortSignal
  /** Between two looks, ms. */
  readonly every: number
  /** Look once; a source that is silent then is an error. */
  readonly once?: true
}

const MAX_PAUSE_MS = 60_000

/** Follows until the signal. A look that fails is noted once an outage, and so is the first that succeeds after it. */
export async function followSource(options: SourceOptions): Promise<void> {
  const { source, signal, pause, every, once, note } = options
  const say = dedupeNotes(note)
  const outage = new Set<string>()
  const follower = openSourceFollower({ ...options, client: throwWhenUnavailable(options.client), note: say })
  for (let failures = 0; !signal.aborted; ) {
    try {
      await follower.take(await source.snapshot())
      // What a source takes back counts when it says so twice: a single look makes sure.
      if (once && follower.isUnsure()) {
        await pause(every)
        await follower.take(await source.snapshot())
      }
      failures = 0
      if (outage.size > 0) noteOf(note, 'answers-again')
      outage.clear()
    } catch (error) {
      if (!(error instanceof SourceUnavailable || error instanceof RecordUnavailable) || once) throw error
      failures++
      if (!outage.has(error.message)) noteRemark(note, error.remark)
      outage.add(error.message)
    }
    if (once) return
    await pause(failures === 0 ? every : exponentialMs(failures, { firstMs: every, longestMs: MAX_PAUSE_MS }))
  }
}

/** The record does not answer at the moment: the next look tries again. */
class RecordUnavailable extends SourceFailure {
  override readonly name = 'RecordUnavailable'
}

/** A client that throws where the record does not answer, so that this is not taken for a record without the game. */
const throwWhenUnavailable = (client: ApiClient): ApiClient => ({
  async request(...given) {
    const answer = await client.request(...given).catch((error: Error) => {
      throw new RecordUnavailable(serviceSays(error.message))
    })
    if (answer.status >= 500 || answer.status === 429)
      throw new RecordUnavailable(serviceSays(problemText(answer)))
    return answer
  },
})

/** Passes each line on once, since a source is read every few seconds. */
function dedupeNotes(note: OnSourceNote): OnSourceNote {
  const said = new Set<string>()
  return (line, remark) => {
    if (said.has(line)) return
    said.add(line)
    note(line, remark)
  }
}

export interface SourceFollower {
  take(look: Awaited<ReturnType<FollowedSource['snapshot']>>): Promise<void>
  /** Whether a game took moves back at the last look, which it has to do once more. */
  isUnsure(): boolean
}

export function openSourceFollower(
  options: Omit<SourceOptions, 'source' | 'every' | 'once'>,
): SourceFollower {
  const { client, tournament, note } = options
  /** By a name and its how manieth game in a look: the text, and the id of its game. */
  const shown = new Map<string, { readonly text: string; readonly id: string }>()
  const players = new Map<string, SourcePlayers>()
  /** By the same names: the text that took moves back at the last look. */
  let unsure = new Map<string, string>()
  let seating = openRoundSeating(client, tournament)
  return {
    isUnsure: () => unsure.size > 0,
    async take({ games, notes }) {
      for (const each of notes) noteRemark(note, each)
      const claimed = new Set<string>()
      // What a look shows otherwise again, or not at all, has not been said twice.
      const unsureBefore = unsure
      unsure = new Map()
      const times = new Map<string, number>()
      for (const each of games) {
        const time = (times.get(each.name) ?? 0) + 1
        times.set(each.name, time)
        const key = `${time} ${each.name}`
        const text = JSON.stringify([each.game.tags, each.game.moves, each.game.result, each.live])
        const known = shown.get(key)
        if (known?.text === text && !claimed.has(known.id)) {
          claimed.add(known.id)
          continue
        }
        const isSaidTwice = unsureBefore.get(key) === text
        const taken = await takeGame({ ...options, seating, players, claimed, isSaidTwice }, each)
        if (taken === 'unsure') unsure.set(key, text)
        else if (taken !== null && taken !== 'waits') shown.set(key, { text, id: taken.id })
        else if (taken === null) seating = openRoundSeating(client, tournament)
      }
    },
  }
}
