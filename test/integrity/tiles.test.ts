import { expect, test } from 'vitest'
import { leafHash, merkleRoot } from '../../domain/proof/merkle.ts'
import {
  appendEntry,
  checkpointText,
  EMPTY_TREE,
  entryBundle,
  hashTile,
  rootOf,
  TILE_WIDTH,
  tilePath,
  tileRoot,
} from '../../domain/proof/tiles.ts'

test('the right edge of a tree gives the root over every number of entries', () => {
  const leaves: string[] = []
  let tree = EMPTY_TREE
  expect(rootOf(tree)).toBeNull()
  for (let k = 0; k < 600; k++) {
    leaves.push(leafHash(`entry ${k}`))
    tree = appendEntry(tree, `entry ${k}`)
    expect([tree.size, rootOf(tree)]).toEqual([k + 1, merkleRoot(leaves)])
    // One root for each bit that is set.
    expect(tree.roots).toHaveLength((k + 1).toString(2).replaceAll('0', '').length)
  }
  expect(tileRoot(leaves.slice(0, TILE_WIDTH))).toBe(merkleRoot(leaves.slice(0, TILE_WIDTH)))
})

// The examples of the specification: groups of three digits, all but the last behind an x, and the width of what is not full.
test.each([
  [0, 0, 256, 'tile/0/000'],
  [1, 67, 256, 'tile/1/067'],
  [0, 1_234_067, 256, 'tile/0/x001/x234/067'],
  ['entries', 1_234_067, 256, 'tile/entries/x001/x234/067'],
  ['entries', 273, 112, 'tile/entries/273.p/112'],
  [0, 273, 112, 'tile/0/273.p/112'],
] as const)('the tile of level %s at %s with %s places is %s', (level, index, width, path) => {
  expect(tilePath(level, index, width)).toBe(path)
})

test('a bundle has the length of each entry before it, and a tile its hashes', () => {
  expect([...entryBundle(['a', '', 'é'])]).toEqual([0, 1, 97, 0, 0, 0, 2, 0xc3, 0xa9])
  expect(entryBundle(['x'.repeat(300)]).subarray(0, 2)).toEqual(Uint8Array.of(1, 44))
  expect(() => entryBundle(['x'.repeat(65_536)])).toThrow(RangeError)
  const hash = leafHash('a')
  expect(Buffer.from(hashTile([hash, hash])).toString('hex')).toBe(hash + hash)
})

test('a checkpoint is its origin, its size and its root in base64, a line each', () => {
  expect(checkpointText('example.org/touchmove', EMPTY_TREE)).toBe(
    'example.org/touchmove\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n',
  )
  const tree = appendEntry(EMPTY_TREE, 'a')
  const root = Buffer.from(leafHash('a'), 'hex').toString('base64')
  expect(checkpointText('o', tree)).toBe(`o\n1\n${root}\n`)
})
