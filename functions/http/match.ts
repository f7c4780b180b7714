/**
 * Finds the route of a path in the route table, literal segments before parameters. It is our own code, since the same table
 * makes openapi.json, gives the methods of a path for 405, and says which routes are served under `/delayed` too.
 */
import type { Route } from './route.ts'

/** `found`: with its parameters, not yet validated; `other-methods`: the path takes only these. */
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

/** A parameter matches neither a slash nor a dot, so that `/games/{g}` and `/games/{g}.pgn` are two paths. */
function compile(path: string): RegExp {
  const source = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/.]+)')
  return new RegExp(path === '/' ? '^/$' : `^${source}/?$`, 'u')
}

/** A text by which paths sort, those with literal segments before those with parameters. */
const weightOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '\uffff')
