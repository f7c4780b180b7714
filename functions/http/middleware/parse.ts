/**
 * Parses a request with its route's schemas: path, query, and a JSON body of bounded size. Not middy's parsers and validator,
 * which know no bound of size or depth and do not name the field at fault.
 */
import type * as z from 'zod'
import { faultsOf } from '../../../events/field-faults.ts'
import { RefusedError } from '../reply.ts'
import type { Route } from '../route.ts'
import type { Middleware, RoutedEvent } from './routed.ts'

export function parseRequest(
  route: Pick<Route, 'params' | 'query' | 'body' | 'maxBytes' | 'rights'>,
): Middleware {
  return {
    before({ event }) {
      const { routed } = event
      const params = route.params.safeParse(routed.params)
      if (!params.success)
        throw new RefusedError({
          code: 'not-found',
          message: `in the path, ${faultsOf(params.error, routed.params)
            .map(({ detail }) => detail)
            .join('; ')}`,
        })
      const refusal = route.rights?.(routed.principal, params.data as Record<string, string>) ?? null
      if (refusal !== null) throw new RefusedError(refusal)
      routed.query = parsed(route.query, queryOf(event.rawQueryString), 'bad-query')
      if (route.body !== null) routed.body = parsed(route.body, bodyOf(event, route.maxBytes), 'invalid')
    },
  }
}

function parsed(schema: z.ZodType, value: unknown, code: 'bad-query' | 'invalid'): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors = faultsOf(result.error, value)
  throw new RefusedError({ code, message: errors.map(({ detail }) => detail).join('; '), errors })
}

/** The parameters by name. A name that is given twice is refused, since it would be unclear which value counts. */
function queryOf(text: string): Record<string, string> {
  const query = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in query)
      throw new RefusedError({
        code: 'bad-query',
        message: `the query gives ${JSON.stringify(name.slice(0, 60))} twice; once is right`,
      })
    query[name] = value
  }
  return { ...query }
}

function bodyOf(event: RoutedEvent, maxBytes: number): unknown {
  const type = event.headers['content-type'] ?? ''
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type))
    throw new RefusedError({
      code: 'unsupported-media-type',
      message: `the content type is ${JSON.stringify(type.slice(0, 60))}; this takes application/json`,
      headers: { accept: 'application/json' },
    })
  const coding = event.headers['content-encoding']
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity')
    throw new RefusedError({
      code: 'unsupported-media-type',
      message: `the body is encoded as ${JSON.stringify(coding.slice(0, 60))}; this takes it as it is`,
      headers: { 'accept-encoding': 'identity' },
    })
  const { body = '', isBase64Encoded } = event
  const bytes = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8')
  if (bytes > maxBytes)
    throw new RefusedError({
      code: 'too-large',
      message: `the body has ${bytes} bytes; ${maxBytes} are taken`,
    })
  const text = isBase64Encoded ? decoded(body) : body.replace(/^\ufeff/, '')
  if (text !== null && deeperThan(MAX_DEPTH, text))
    throw new RefusedError({ code: 'bad-request', message: `the body nests deeper than ${MAX_DEPTH} levels` })
  try {
    if (text !== null) return JSON.parse(text)
  } catch {}
  throw new RefusedError({ code: 'bad-request', message: 'the body is not JSON in UTF-8' })
}

/** The text of a body that API Gateway passes on as base64; null where it is not UTF-8. */
function decoded(base64: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
  } catch {
    return null
  }
}

/** No body that this service takes nests deeper than ten levels; recursive validation must not exhaust the stack. */
const MAX_DEPTH = 32

/** Whether JSON text nests deeper than `most` levels, without parsing it; brackets within strings do not count. */
function deeperThan(most: number, text: string): boolean {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i)
    if (quoted) {
      if (sign === BACKSLASH) i++
      else if (sign === QUOTE) quoted = false
    } else if (sign === QUOTE) quoted = true
    else if (sign === BRACKET || sign === BRACE) {
      if (++depth > most) return true
    } else if (sign === BRACKET + 2 || sign === BRACE + 2) depth--
  }
  return false
}

const [QUOTE, BRACKET, BACKSLASH, BRACE] = [0x22, 0x5b, 0x5c, 0x7b]
