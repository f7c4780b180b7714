/**
 * Finds the route of a path: by the table, literal segments before parameters. Our own, since the same table makes openapi.json,
 * tells which methods a path takes, and says which routes have a delayed twin.
 */
import type { Route } from './route.ts'

/** `found`: with its parameters, not yet validated; `other-methods`: the path is there for these only. */
export type Match<R extends Route = Route> =
  | { readonly kind: 'found'; readonly route: R; readonly params: Record<string, string> }
  | { readonly kind: 'other-methods'; readonly allowed: readonly string[] }
  | { readonly kind: 'nothing' }

export type Matcher<R extends Route = Route> = (method: string, path: string) => Match<R>

export function matcher<R extends Route>(routes: readonly R[]): Matcher<R> {
  const compiled = routes
    .map((route) => ({ route, pattern: compile(route.path), weight: weightOf(route.path) }))
    .sort((a, b) => (a.weight < b.weight ? -1 : Number(a.weight > b.weight)))
  return (method, path) => {
    const hits = compiled.flatMap(({ route, pattern }) => {
      const found = pattern.exec(path)
      return found === null ? [] : [{ route, params: { ...found.groups } }]
    })
    const hit = hits.find(({ route }) => route.method === method)
    if (hit !== undefined) return { kind: 'found', ...hit }
    if (hits.length === 0) return { kind: 'nothing' }
    const allowed = new Set(
      hits.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])),
    )
    return { kind: 'other-methods', allowed: [...allowed].sort() }
  }
}

/** Parameters do not reach over a slash or a dot, so that `/games/{g}` and `/games/{g}.pgn` are two paths. */
function compile(path: string): RegExp {
  const source = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/.]+)')
  return new RegExp(path === '/' ? '^/$' : `^${source}/?$`, 'u')
}

/** Literal segments sort first. */
const weightOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '\uffff')
