import { expect, test } from 'vitest'
import { consistencyRanges, isConsistent, subtreesOf, type TreeHead } from '../../domain/proof/consistency.ts'
import { joinRoots, leafHash, merkleRoot, pairHash } from '../../domain/proof/merkle.ts'
import { EMPTY_ROOT } from '../../domain/proof/tiles.ts'

const LEAVES = Array.from({ length: 40 }, (_, n) => leafHash(String(n)))
const headOf = (size: number): TreeHead => ({ size, root: merkleRoot(LEAVES.slice(0, size)) })
const proofOf = (before: number, size: number): string[] =>
  consistencyRanges(before, size).map(({ from, to }) => merkleRoot(LEAVES.slice(from, to)))

test('every log is proven to be the beginning of every longer one', () => {
  for (let size = 0; size <= LEAVES.length; size++)
    for (let before = 0; before <= size; before++)
      expect(isConsistent(headOf(before), headOf(size), proofOf(before, size)), `${before} of ${size}`).toBe(
        true,
      )
})

test('the proof of a log of three in one of seven is that of RFC 9162, 2.1.5', () => {
  const [a, b, c, d, e, f, j] = LEAVES as [string, string, string, string, string, string, string]
  const [g, h, i] = [pairHash(a, b), pairHash(c, d), pairHash(e, f)]
  const [k, l] = [pairHash(g, h), pairHash(i, j)]
  expect(pairHash(k, l)).toBe(headOf(7).root)
  expect(proofOf(3, 7)).toEqual([c, d, g, l])
  expect(proofOf(4, 7)).toEqual([l])
  expect(proofOf(6, 7)).toEqual([i, j, k])
})

test('another beginning, another end and a proof too short, too long or of other hashes prove nothing', () => {
  const other = leafHash('another')
  for (let size = 2; size <= 24; size++)
    for (let before = 1; before < size; before++) {
      const proof = proofOf(before, size)
      const [old, now] = [headOf(before), headOf(size)]
      expect(isConsistent({ ...old, root: other }, now, proof)).toBe(false)
      expect(isConsistent(old, { ...now, root: other }, proof)).toBe(false)
      expect(isConsistent(old, now, proof.slice(1))).toBe(false)
      expect(isConsistent(old, now, proof.slice(0, -1))).toBe(false)
      expect(isConsistent(old, now, [...proof, other])).toBe(false)
      for (let k = 0; k < proof.length; k++) expect(isConsistent(old, now, proof.with(k, other))).toBe(false)
    }
  expect(isConsistent(headOf(5), headOf(4), [])).toBe(false)
  expect(isConsistent(headOf(4), { size: 4, root: other }, [])).toBe(false)
  expect(isConsistent({ size: 0, root: EMPTY_ROOT }, headOf(4), [other])).toBe(false)
  expect(isConsistent({ size: 0, root: other }, headOf(4), [])).toBe(false)
  expect(isConsistent(headOf(3), headOf(7), ['x'])).toBe(false)
})

test('each part of a proof is made of full subtrees', () => {
  for (let size = 1; size <= LEAVES.length; size++)
    for (let before = 0; before <= size; before++)
      for (const range of [...consistencyRanges(before, size), { from: 0, to: size }]) {
        const roots = subtreesOf(range).map(({ level, index }) =>
          merkleRoot(LEAVES.slice(index * 2 ** level, (index + 1) * 2 ** level)),
        )
        expect(joinRoots(roots)).toBe(merkleRoot(LEAVES.slice(range.from, range.to)))
      }
})
