/** The tags of play: when it began, and while it goes on what the clocks show. */
import { clockFace } from '../clock/index.ts'
import type { GameState } from '../game/index.ts'
import { writeClock } from '../pgn/index.ts'
import { terminationOf } from './pgn-result.ts'
import { isArchived } from './pgn-source.ts'
import type { PgnView } from './pgn-view.ts'

/** `clocks` false: without the tags of running clocks. */
export function liveTags(state: GameState, clocks: boolean): Record<string, string> {
  if (state.startedAt === null) return {}
  return { ...utcTags(state.startedAt), ...(clocks && clockTags(state)) }
}

function utcTags(at: number): Record<string, string> {
  const text = new Date(at).toISOString()
  return { UTCDate: text.slice(0, 10).replaceAll('-', '.'), UTCTime: text.slice(11, 19) }
}

/** The clocks of a game in progress as of its last event, as LiveChess and Lichess use these tags. */
function clockTags({ clock, at, status, result }: GameState): Record<string, string> {
  const isLive = result === null && (status === 'running' || status === 'stopped')
  if (clock.control === null || !isLive) return {}
  const { white, black, running } = clockFace(clock, at)
  const letter = running === null ? 'N' : running === 'white' ? 'W' : 'B'
  return {
    Clock: `${letter}/${floorToSeconds(running === 'black' ? black : white)}`,
    WhiteClock: floorToSeconds(white),
    BlackClock: floorToSeconds(black),
    ReferenceTime: new Date(at).toISOString(),
  }
}

/** Tags that say what the clocks of a game in progress show. */
export const CLOCK_TAGS = ['Clock', 'WhiteClock', 'BlackClock', 'ReferenceTime'] as const

/**
 * A text's own tags as they hold now: a game that was under way when its text was read, and has ended since, is not called
 * unterminated, and the clocks of then are left out. The text view has them as they were written. While a followed game goes on,
 * its clocks are those that the record computes, in every view. `clocks` false: without clocks.
 */
export function tagsAsTheyHold(
  tags: Readonly<Record<string, string>>,
  state: GameState,
  { view, clocks }: { readonly view: PgnView; readonly clocks: boolean },
): Record<string, string> {
  const hasEnded =
    view !== 'text' && tags['Termination']?.toLowerCase() === 'unterminated' && state.result !== null
  const held: Record<string, string> = { ...tags, ...(hasEnded && { Termination: terminationOf(state) }) }
  const isPlayed = state.result === null && !isArchived(state.details)
  if (hasEnded || isPlayed || !clocks) for (const name of CLOCK_TAGS) delete held[name]
  return isPlayed && clocks ? { ...held, ...clockTags(state) } : held
}

/** Clock tags have whole seconds, rounded down: Lichess reads no fraction in a tag. (`%clk` keeps its own.) */
const floorToSeconds = (ms: number): string => writeClock(Math.floor(Math.max(0, ms) / 1000) * 1000)
