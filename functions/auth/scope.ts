/** How far a token reaches: everything, one tournament, one round, one game, or one colour of a game. */
import { ok, type Result, refuse } from '../../domain/result.ts'
import type { Side } from '../../events/index.ts'
import type { TokenRole } from './roles.ts'

/** Where something is done. A game that belongs to no tournament has only `game`. */
export interface ResourceRef {
  readonly tournament?: string | undefined
  readonly round?: string | undefined
  readonly game?: string | undefined
}

const ID = '[A-Za-z0-9_-]{1,64}'
const SCOPE = new RegExp(`^(?:\\*|tournament:${ID}|round:${ID}/${ID}|game:${ID}(?:/(?:white|black))?)$`)

/** A scope as it is written in a token: `*`, `tournament:T`, `round:T/R`, `game:G`, `game:G/white` (`bad-scope`). */
export function parseScope(text: string): Result<string> {
  if (SCOPE.test(text)) return ok(text)
  return refuse(
    'bad-scope',
    `the scope is "${text}"; it must be *, tournament:T, round:T/R, game:G or, for a player, game:G/white or game:G/black`,
  )
}

/** How far the scope of a role reaches: one colour of one game, one game, or anything but a colour (`place`). */
export const REACH_OF_ROLE: Readonly<Record<TokenRole, 'colour' | 'game' | 'place'>> = {
  admin: 'place',
  arbiter: 'place',
  operator: 'place',
  board: 'game',
  player: 'colour',
  reader: 'place',
}

/** Whether a scope suits a role (`bad-scope`). */
export function scopeFor(role: TokenRole, text: string): Result<string> {
  const scope = parseScope(text)
  if (!scope.ok) return scope
  const side = scopeSide(text)
  const reach = REACH_OF_ROLE[role]
  if (reach === 'colour' && side === null)
    return refuse('bad-scope', `the scope is "${text}"; a ${role}'s is game:G/white or game:G/black`)
  if (reach === 'game' && (side !== null || !text.startsWith('game:')))
    return refuse('bad-scope', `the scope is "${text}"; a ${role}'s is game:G, the game that is played on it`)
  if (reach !== 'colour' && side !== null)
    return refuse('bad-scope', `the scope is "${text}"; only a player has a colour`)
  return scope
}

/** Whether a (well-formed) scope holds a place: a tournament's holds its rounds and games, a round's its games. */
export function covers(scope: string, place: ResourceRef): boolean {
  if (scope === '*') return true
  const [kind, id = ''] = scope.split(':')
  switch (kind) {
    case 'tournament':
      return place.tournament === id
    case 'round':
      return place.round !== undefined && `${place.tournament}/${place.round}` === id
    default:
      return place.game !== undefined && place.game === scopeGame(scope)
  }
}

/** The one game a scope reaches, or null where it reaches more. */
export const scopeGame = (scope: string): string | null => /^game:([^/]+)/.exec(scope)?.[1] ?? null

/** The colour of a player's scope. */
export const scopeSide = (scope: string): Side | null =>
  scope.endsWith('/white') && scope.startsWith('game:')
    ? 'white'
    : scope.endsWith('/black') && scope.startsWith('game:')
      ? 'black'
      : null
