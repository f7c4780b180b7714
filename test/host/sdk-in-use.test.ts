import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundleFunctions, FUNCTIONS } from '../../infra/bundles.ts'
import { removeBundle, serve, temporaryFolder } from '../kit/command.ts'

const folder = temporaryFolder()
const out = mkdtempSync(join(tmpdir(), 'touchmove-trace-'))
afterAll(() => {
  folder.remove()
  rmSync(out, { recursive: true })
  removeBundle()
})

/** Preloaded: writes down which CommonJS modules a process has loaded by the time it ends. */
const TRACE = `
  const { writeFileSync } = require('node:fs')
  process.on('exit', () => writeFileSync(process.env.TRACE_TO, Object.keys(require.cache).join('\\n')))`

test('a serving host has loaded the SDK’s client', async () => {
  const [trace, loaded] = [join(out, 'trace.cjs'), join(out, 'loaded')]
  writeFileSync(trace, TRACE)
  Object.assign(process.env, { NODE_OPTIONS: `--require ${trace}`, TRACE_TO: loaded })
  const host = await serve(folder.path).finally(() => {
    delete process.env['NODE_OPTIONS']
    delete process.env['TRACE_TO']
  })
  expect(await host.stop()).toBe(0)
  const modules = readFileSync(loaded, 'utf8').split('\n')
  expect(modules).toContainEqual(expect.stringMatching(/@aws-sdk\/client-dynamodb\/dist-cjs\/index\.js$/))
  expect(modules).toContainEqual(expect.stringMatching(/\/dynalite\/index\.js$/))
})

test('each function that knows a table carries the SDK’s client as published', {
  timeout: 60_000,
}, async () => {
  const folders = await bundleFunctions(out)
  for (const name of FUNCTIONS.filter((each) => each !== 'winnable')) {
    const { sources } = JSON.parse(readFileSync(join(folders[name], 'index.js.map'), 'utf8')) as {
      sources: string[]
    }
    expect(sources, name).toContainEqual(
      expect.stringMatching(/node_modules\/@aws-sdk\/client-dynamodb\/dist-es\/DynamoDBClient\.js$/),
    )
  }
})
