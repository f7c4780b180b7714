import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHost } from '../../../functions/host/create-host.ts'
import { temporaryFolder } from '../../kit/command.ts'

test('a folder whose restore broke off is opened by nobody, and the refusal says what to do', async () => {
  const scratch = temporaryFolder()
  const folder = scratch.path
  writeFileSync(join(folder, 'restore-unfinished'), '')
  const host = await createHost({ folder })
  if (host.ok) await host.value.close()
  scratch.remove()
  expect(host).toMatchObject({ ok: false, error: { code: 'folder-unfinished' } })
})
