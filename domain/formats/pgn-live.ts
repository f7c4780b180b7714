/** The tags of play: when it began, and while it goes on what the clocks show. */
import { clockFace } from '../clock/index.ts'
import type { GameState } from '../game/index.ts'
import { writeClock } from '../pgn/index.ts'

/** `clocks` false: without those of running clocks. */
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
    Clock: `${letter}/${wholeSeconds(running === 'black' ? black : white)}`,
    WhiteClock: wholeSeconds(white),
    BlackClock: wholeSeconds(black),
    ReferenceTime: new Date(at).toISOString(),
  }
}

/** Lichess takes whole seconds only. */
const wholeSeconds = (ms: number): string => writeClock(Math.floor(Math.max(0, ms) / 1000) * 1000)
