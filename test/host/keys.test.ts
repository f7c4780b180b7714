import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folderKeys } from '../../functions/host/keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchmove-keys-'))
const file = join(folder, 'keys.json')
afterAll(() => rmSync(folder, { recursive: true }))

test('the first start makes a key, the second finds the same', async () => {
  expect((await folderKeys(folder)).ok).toBe(true)
  const made = readFileSync(file, 'utf8')
  expect((await folderKeys(folder)).ok).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(made)
})

test('a damaged key file is refused by its name, and left as it is', async () => {
  for (const damage of ['garbage', '{"kid":"x"}', '']) {
    writeFileSync(file, damage)
    const keyring = await folderKeys(folder)
    expect(keyring).toMatchObject({ ok: false, error: { code: 'bad-keys' } })
    expect(keyring.ok ? '' : keyring.error.message).toContain(file)
    expect(readFileSync(file, 'utf8')).toBe(damage)
  }
})
