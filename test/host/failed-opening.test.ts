/** A data folder whose opening fails half-way: nothing of it stays open, so that it can be opened again. */
import { mkdirSync, readdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createHost } from '../../functions/host/create-host.ts'
import { temporaryFolder } from '../kit/command.ts'

const scratch = temporaryFolder()
afterAll(() => scratch.remove())

/** Whether the disk takes no further table. */
let isDiskFull = false
vi.mock('../../functions/store/tables.ts', async (original) => {
  const real = await original<typeof import('../../functions/store/tables.ts')>()
  return {
    ...real,
    async createTables(...options: Parameters<typeof real.createTables>) {
      if (isDiskFull) throw new Error('no space left on device')
      return real.createTables(...options)
    },
  }
})

const open = (folder: string) => createHost({ folder, fsync: false })

async function openAndClose(folder: string): Promise<void> {
  const opened = await open(folder)
  if (!opened.ok) throw new Error(opened.error.message)
  await opened.value.close()
}

test('a folder whose tables cannot be made is closed again: on its first start, and on a later one', async () => {
  const folder = join(scratch.path, 'tables')
  for (const start of ['first', 'later']) {
    isDiskFull = true
    await expect(open(folder), start).rejects.toThrow('no space left on device')
    isDiskFull = false
    await openAndClose(folder)
  }
})

test('a folder in which no key can be written is closed again, and its next start makes the keys', async () => {
  const folder = join(scratch.path, 'keys')
  const obstacle = join(folder, 'keys.json.new')
  mkdirSync(obstacle, { recursive: true })
  await expect(open(folder)).rejects.toThrow('EISDIR')
  rmdirSync(obstacle)
  await openAndClose(folder)
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['keys.json', 'anchor-key.pem']))
  await openAndClose(folder)
})
