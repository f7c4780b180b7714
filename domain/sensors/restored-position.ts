/** A ruling restores a position, not what hands have done meanwhile: that is read from the position restored. */
import type { EventOf } from '../../events/index.ts'
import { squareOf } from '../chess/index.ts'
import { asCorrected } from '../state/correct.ts'
import { type Game, pointOf } from '../state/game.ts'
import { occurredAt } from '../state/instant.ts'
import type { Observation } from '../state/sensor-state.ts'
import { differencesFrom, lettersOf } from './differences.ts'
import { lettersAt, rebase } from './window.ts'

/** What was told and not read when a position is restored. `stood`: the letters of the board before it. */
interface Unread {
  readonly seen: readonly Observation[]
  readonly edgeAt: number | null
  readonly stood: readonly string[]
  /** The event whose position is restored, and in any case before the ruling. */
  readonly until: number
}

/** What waits to be read when a position is restored, before that is applied; null where nothing does. */
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

/** Where edges tell all in which the board differs, they are read; else what stands there is left to be put back. */
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
  // Presses before the ruling were pressed for what it undoes.
  const edges = seen.filter((each) => 'square' in each)
  rebase(game, differencesFrom(position, stood), edges)
}

/** Without sensors it is what a player had begun on the board, as the record now reads, by the event whose position was restored. */
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
