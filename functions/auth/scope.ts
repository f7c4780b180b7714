/** How far a token reaches: everything, one tournament, one round or one game. */
import { ok, type Result, refuse } from '../../domain/result.ts'

/** Where something is done. A game that belongs to no tournament has only `game`. */
export interface Place {
  readonly tournament?: string | undefined
  readonly round?: string | undefined
  readonly game?: string | undefined
}

const ID = '[A-Za-z0-9_-]{1,64}'
const SCOPE = new RegExp(`^(?:\\*|tournament:${ID}|round:${ID}/${ID}|game:${ID})$`)

/** A scope as it is written in a token: `*`, `tournament:T`, `round:T/R` or `game:G` (`bad-scope`). */
export function parseScope(text: string): Result<string> {
  if (SCOPE.test(text)) return ok(text)
  return refuse('bad-scope', `the scope is "${text}"; it must be *, tournament:T, round:T/R or game:G`)
}

/** Whether a (well-formed) scope holds a place: a tournament's holds its rounds and games, a round's its games. */
export function covers(scope: string, place: Place): boolean {
  if (scope === '*') return true
  const [kind, id] = scope.split(':')
  switch (kind) {
    case 'tournament':
      return place.tournament === id
    case 'round':
      return place.round !== undefined && `${place.tournament}/${place.round}` === id
    default:
      return place.game !== undefined && place.game === id
  }
}
