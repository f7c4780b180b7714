import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROBLEMS, type ProblemCode, problemType } from '../../functions/http/problems.ts'
import { problem } from '../../functions/http/reply.ts'

const DOCS = readFileSync(new URL('../../docs/problems.md', import.meta.url), 'utf8')

test('docs/problems.md explains every kind of problem with its status, and no other', () => {
  const explained = [...DOCS.matchAll(/^\| `(urn:[\w:-]+)` \| (\d{3}) \|/gm)].map(([, type, status]) => [
    type,
    Number(status),
  ])
  const known = Object.entries(PROBLEMS).map(([code, { status }]) => [
    problemType(code as ProblemCode),
    status,
  ])
  expect(explained.sort()).toEqual(known.sort())
})

test('a problem has the members of RFC 9457 and only the further ones it was given', () => {
  const reply = problem({ code: 'stale-version', message: 'the record is at 7, not at 5', head: 7 })
  expect(reply.headers?.['content-type']).toBe('application/problem+json')
  expect(JSON.parse(reply.body ?? '')).toEqual({
    type: 'urn:touchmove:problem:stale-version',
    title: 'The record has moved on',
    status: 409,
    detail: 'the record is at 7, not at 5',
    head: 7,
  })
})

test('a client without authentication learns how to authenticate, and one that came too early when to come again', () => {
  expect(problem({ code: 'not-authenticated', message: '' }).headers?.['www-authenticate']).toMatch(/^Bearer/)
  expect(problem({ code: 'unavailable', message: '' }).headers?.['retry-after']).toBe('1')
})
