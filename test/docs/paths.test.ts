import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

test.each(['docs/architecture.md', 'CONTRIBUTING.md'])('%s names no file that is not there', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const named = [...text.matchAll(/`((?:docs|events|domain|functions|infra|test)\/[\w./-]+)`/g)]
  const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(ROOT, path)))
  expect(named.length).toBeGreaterThan(5)
  expect(missing).toEqual([])
})
