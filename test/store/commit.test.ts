import { expect, test } from 'vitest'
import { decodeCommit, hashCommit, MAX_BODY_BYTES } from '../../functions/store/commit.ts'
import { GENESIS, sha256OfText } from '../../functions/store/hash.ts'
import { instant } from '../kit/store.ts'

const draft = {
  stream: 'game#A1',
  n: 1,
  prev: GENESIS,
  at: '2026-01-31T18:00:00.000Z',
  events: [{ type: 'resigned' }],
}
const refusal = (change: object) => {
  const sealed = hashCommit({ ...draft, ...change })
  return sealed.ok ? 'accepted' : `${sealed.error.code}: ${sealed.error.message}`
}

test('SHA-256 is that of FIPS 180-4', () => {
  expect(sha256OfText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a commit is hashed over its canonical body, which never changes for a given format', () => {
  const sealed = hashCommit({ ...draft, principal: 'table-7' })
  expect(sealed).toMatchObject({
    ok: true,
    value: {
      body:
        '{"at":"2026-01-31T18:00:00.000Z","events":[{"type":"resigned"}],"format":1,"n":1,' +
        `"prev":"${GENESIS}","principal":"table-7","stream":"game#A1"}`,
      hash: '04033537f12624f19d181a852a83284cfbc6181ae3472f56050f5459663368e8',
    },
  })
})

test('a sealed commit reads back as it was', () => {
  const sealed = hashCommit({ ...draft, clockOffset: 35 })
  if (!sealed.ok) throw new Error(sealed.error.message)
  const { body, ...commit } = sealed.value
  expect(decodeCommit({ n: 1, body, hash: commit.hash })).toEqual({ ok: true, value: commit })
})

test('the events of a commit are as they are read back: members in order, none undefined, no minus zero', () => {
  const event = { type: 'incident-recorded', z: -0, a: undefined, at: { y: 1, x: [-0.5] } }
  const sealed = hashCommit({ ...draft, events: [event] })
  if (!sealed.ok) throw new Error(sealed.error.message)
  expect(JSON.stringify(sealed.value.events)).toBe(
    '[{"at":{"x":[-0.5],"y":1},"type":"incident-recorded","z":0}]',
  )
  expect(sealed.value.events[0]).toStrictEqual({ at: { x: [-0.5], y: 1 }, type: 'incident-recorded', z: 0 })
})

test('no commit is without events or has more than a thousand', () => {
  const events = (length: number) => Array.from({ length }, () => ({ type: 'clock-pressed' }))
  expect(refusal({ events: [] })).toBe('bad-commit: the commit has 0 events; it must have 1 to 1000')
  expect(refusal({ events: events(1001) })).toBe(
    'bad-commit: the commit has 1001 events; it must have 1 to 1000',
  )
  expect(refusal({ events: events(1000) })).toBe('accepted')
})

test('a commit may have 200 KiB to the byte, counted in UTF-8', () => {
  const noted = (note: string) => ({ events: [{ type: 'incident-recorded', note }] })
  const bare = hashCommit({ ...draft, ...noted('') })
  const room = MAX_BODY_BYTES - Buffer.byteLength(bare.ok ? bare.value.body : '')
  expect(refusal(noted('x'.repeat(room)))).toBe('accepted')
  expect(refusal(noted('é'.repeat(Math.floor(room / 2))))).toBe('accepted')
  expect(refusal(noted('x'.repeat(room + 1)))).toBe(
    'commit-too-large: the commit has 204801 bytes; 204800 are allowed: report fewer events at a time',
  )
  expect(refusal(noted('é'.repeat(room / 2 + 1)))).toMatch(/^commit-too-large: /)
})

test('a malformed stream, number, link, time or event is refused and named', () => {
  expect(refusal({ stream: 'A1' })).toMatch(/^bad-commit: the stream is "A1"/)
  expect(refusal({ stream: 'game#' })).toMatch(/^bad-commit: the stream is "game#"/)
  expect(refusal({ stream: `game#${'é'.repeat(512)}` })).toMatch(/^bad-commit: the stream is/)
  expect(refusal({ n: 0 })).toMatch(/^bad-commit: the commit number is 0/)
  expect(refusal({ n: 1.5 })).toMatch(/^bad-commit: the commit number is 1.5/)
  expect(refusal({ prev: '00' })).toMatch(/^bad-commit: prev is "00"/)
  expect(refusal({ at: '2026-01-31T18:00:00Z' })).toMatch(/^bad-commit: at is/)
  expect(refusal({ at: instant(0) })).toBe('accepted')
  expect(refusal({ events: [{ type: 'clock-read', white: Number.NaN }] })).toMatch(
    /^not-canonical: \/events\/0\/white is NaN/,
  )
})

test('a body that this program cannot read is said to be so', () => {
  const reading = (body: string) => {
    const decoded = decodeCommit({ n: 1, body, hash: '' })
    return decoded.ok ? 'read' : `${decoded.error.code}: ${decoded.error.message}`
  }
  expect(reading('{')).toBe('undecodable: the body is not JSON')
  expect(reading('null')).toBe('undecodable: the body is not an object')
  expect(reading('{"format":2}')).toBe(
    "later-format: the body's format is 2; this program reads 1: a later version wrote it, update this one",
  )
  expect(reading('{"format":0}')).toBe("undecodable: the body's format is 0; this program reads 1")
  expect(reading('{"format":1}')).toMatch(/lacks a stream/)
  expect(reading(JSON.stringify({ ...draft, format: 1, events: [null] }))).toMatch(/lacks a stream/)
  expect(reading(JSON.stringify({ ...draft, format: 1 }))).toBe('read')
})
