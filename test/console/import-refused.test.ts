/** An import on the page whose token is refused ends, and the form can be used again. */
import { afterAll, expect, test, vi } from 'vitest'

const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
vi.stubGlobal('sessionStorage', storage)
vi.stubGlobal('localStorage', storage)
vi.stubGlobal('window', globalThis)
afterAll(() => vi.unstubAllGlobals())

test('the form of an import takes another file after the service has answered 401', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"detail":"the token has expired"}', { status: 401 }))
  const { openImportForm } = await import('../../functions/console/page/office/import-form.ts')
  let calls = 0
  const form = openImportForm('T', () => calls++)
  const values = () => (form.view() as unknown as { readonly values: readonly unknown[] }).values
  const change = values().find((each) => typeof each === 'function') as (event: object) => Promise<void>
  const file = new File(
    ['[Event "E"]\n[Round "1.1"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 *\n'],
    'a.pgn',
  )
  await change({ target: { files: [file] } })
  const isDisabled = values().find((each) => typeof each === 'boolean')
  expect([isDisabled, calls]).toEqual([false, 1])
})
