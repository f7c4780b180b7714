import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHost } from '../../../functions/host/create-host.ts'

test('a folder whose restore broke off is opened by nobody, and the refusal says what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchmove-unfinished-'))
  writeFileSync(join(folder, 'restore-unfinished'), '')
  const host = await createHost({ folder })
  if (host.ok) await host.value.close()
  rmSync(folder, { recursive: true })
  expect(host).toMatchObject({ ok: false, error: { code: 'folder-unfinished' } })
})
