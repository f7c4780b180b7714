/** A ruling restores a position, and does not undo what hands have done since: that is read from the restored position. */
import type { EventOf } from '../../events/index.ts'
import { squareOf } from '../chess/index.ts'
import { asCorrected } from '../state/correct.ts'
import { type Game, pointOf } from '../state/game.ts'
import { occurredAt } from '../state/instant.ts'
import type { Observation } from '../state/sensor-state.ts'
import { differencesFrom, lettersOf } from './differences.ts'
import { lettersAt, rebase } from './window.ts'

/** The observations that are not read yet when a position is restored. `stood`: the letters of the board before them. */
interface Unread {
  readonly seen: readonly Observation[]
  readonly edgeAt: number | null
  readonly stood: readonly string[]
  /** Seq of the event whose position is restored; at the latest that before the ruling. */
  readonly until: number
}

/** The observations that are not read yet, before the ruling is applied; null for any other event, and without a window. */
export function unreadAt(game: Game, event: EventOf): Unread | null {
  const { window, edgeAt } = game.state
  if (event.type !== 'position-restored' || window === undefined) return null
  const { move } = pointOf(game.state)
  const last = Math.max(move?.seq ?? 0, ...(move?.sensed?.edges ?? []))
  const count = window.seen.findIndex(({ seq }) => seq > last)
  const seen = count < 0 ? [] : window.seen.slice(count)
  return {
    seen,
    edgeAt,
    stood: lettersAt(game, window, window.seen.length - seen.length),
    until: Math.min(event.data.seq ?? 0, event.seq - 1),
  }
}

/** Has the edges read where they are all that the board differs by; otherwise its pieces have to be put back. */
export function restore(game: Game, unread: Unread): void {
  const { state, position } = game
  const { seen, edgeAt, stood } = state.sensors === true ? unread : begunBefore(game, unread)
  const stands = [...stood]
  for (const each of seen) if ('square' in each) stands[squareOf(each.square)] = each.piece
  const astray = differencesFrom(position, stands)
  const isRecorded = Object.keys(astray).every((on) =>
    seen.some((each) => 'square' in each && each.square === on),
  )
  if (!isRecorded || Object.keys(astray).length === 0) {
    rebase(game, state.astray, [])
    return
  }
  Object.assign(state, { astray, edgeAt })
  // Presses before the ruling were for moves that it takes back.
  const edges = seen.filter((each) => 'square' in each)
  rebase(game, differencesFrom(position, stood), edges)
}

/** Without sensors: what a player had lifted and placed, after corrections, up to the event whose position is restored. */
function begunBefore({ state, position }: Game, { until }: Unread): Unread {
  const since = pointOf(state).move?.seq ?? 0
  const seen = asCorrected(state.log).flatMap((entry): Observation[] => {
    if (entry.seq <= since || entry.seq > until) return []
    if (entry.type !== 'piece-lifted' && entry.type !== 'piece-placed') return []
    const { square, piece = '' } = entry.data as { square: string; piece?: string }
    return [{ seq: entry.seq, at: occurredAt(entry), square, piece }]
  })
  return { seen, edgeAt: seen.at(-1)?.at ?? null, stood: lettersOf(position), until }
}
