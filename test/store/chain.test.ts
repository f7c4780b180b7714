import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifyChain } from '../../functions/store/chain.ts'
import type { StoredCommit } from '../../functions/store/commit.ts'
import { sha256OfText } from '../../functions/store/hash.ts'
import { commitsOf } from '../kit/store.ts'
import { trials } from '../kit/trials.ts'

const stream = 'game#A1'
const stored = (): StoredCommit[] => commitsOf(stream, 5).map(({ n, body, hash }) => ({ n, body, hash }))
const faultIn = (commits: readonly StoredCommit[]) => {
  const verified = verifyChain(stream, commits)
  return verified.ok ? 'sound' : `${verified.error.kind} at ${verified.error.n}`
}

test('an untouched chain is sound, whole or from any of its commits on', () => {
  const commits = stored()
  expect(faultIn(commits)).toBe('sound')
  for (const [i, head] of commits.entries())
    expect(verifyChain(stream, commits.slice(i + 1), head)).toMatchObject({ ok: true })
  expect(verifyChain(stream, [])).toEqual({ ok: true, value: [] })
})

test('a missing commit is a gap at its number, also at the beginning', () => {
  expect(faultIn(stored().toSpliced(2, 1))).toBe('gap at 3')
  expect(faultIn(stored().slice(1))).toBe('gap at 1')
})

test('commits in another order, or twice, are a gap where the order breaks', () => {
  const [one, two, three] = stored()
  expect(faultIn([one!, three!, two!])).toBe('gap at 2')
  expect(faultIn([one!, one!])).toBe('gap at 2')
})

test('an altered body betrays itself by its hash', () => {
  const commits = stored()
  const altered = { ...commits[2]!, body: commits[2]!.body.replace('clocks-stopped', 'clocks-started') }
  expect(faultIn(commits.with(2, altered))).toBe('wrong-hash at 3')
})

test('an altered body with its own hash betrays itself at the next commit', () => {
  const commits = stored()
  const body = commits[2]!.body.replace('clocks-stopped', 'clocks-started')
  expect(faultIn(commits.with(2, { n: 3, body, hash: sha256OfText(body) }))).toBe('broken-prev at 4')
})

test('a commit from another stream, or from another place of this one, is misplaced', () => {
  const other = commitsOf('game#B2', 3)[2]!
  expect(faultIn(stored().with(2, other))).toBe('misplaced at 3')
  expect(faultIn(stored().with(2, { ...stored()[3]!, n: 3 }))).toBe('misplaced at 3')
})

test('a body that is no commit is undecodable, whatever its hash', () => {
  expect(faultIn(stored().with(1, { n: 2, body: '?', hash: sha256OfText('?') }))).toBe(
    'undecodable-body at 2',
  )
  expect(faultIn(stored().with(1, { n: 2, body: '', hash: '' }))).toBe('undecodable-body at 2')
})

test('a commit of a later format is said to be one where its hash holds, and altered where it does not', () => {
  const body = stored()[1]!.body.replace('"format":1', '"format":2')
  expect(faultIn(stored().with(1, { n: 2, body, hash: sha256OfText(body) }))).toBe('later-format at 2')
  expect(faultIn(stored().with(1, { ...stored()[1]!, body }))).toBe('wrong-hash at 2')
})

test('the message names stream and commit', () => {
  expect(verifyChain(stream, stored().slice(2))).toMatchObject({
    error: { stream, n: 1, message: 'commit 1 of game#A1: it is missing; commit 3 comes next' },
  })
})

test('whichever byte of a stored stream is changed, the chain notices it at that commit or the next', () => {
  const commits = stored()
  fc.assert(
    fc.property(
      fc.nat(commits.length - 1),
      fc.nat(),
      fc.integer({ min: 32, max: 126 }),
      (index, at, code) => {
        const { n, body, hash } = commits[index]!
        const position = at % body.length
        const altered = body.slice(0, position) + String.fromCharCode(code) + body.slice(position + 1)
        if (altered === body) return
        expect(faultIn(commits.with(index, { n, body: altered, hash }))).toMatch(
          new RegExp(`^(wrong-hash|undecodable-body) at ${n}$`),
        )
      },
    ),
    { numRuns: trials(300) },
  )
})
