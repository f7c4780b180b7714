import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { FUNCTIONS } from '../../infra/bundles.ts'
import { functionBundles, removeBundle, serve, temporaryFolder, touchmove } from '../kit/command.ts'

const folder = temporaryFolder()
const out = temporaryFolder()
afterAll(() => {
  folder.remove()
  out.remove()
  removeBundle()
})

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { count: number }[]
    }[]
  }[]
}

/** What a host ran of its bundle, as V8 writes it down when the process ends: sources by their maps, functions by name. */
function ran(folder: string): { sources: string[]; functions: Set<string> } {
  const [file = ''] = readdirSync(folder)
  const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Coverage
  const bundled = result.filter(
    ({ url }) => url.startsWith('file:') && existsSync(`${fileURLToPath(url)}.map`),
  )
  const called = bundled.flatMap(({ functions }) =>
    functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
  )
  return {
    sources: bundled.flatMap(
      ({ url }) =>
        (JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')) as { sources: string[] }).sources,
    ),
    functions: new Set(called.map(({ functionName }) => functionName)),
  }
}

test('a serving host runs the SDK’s client and dynalite as published', async () => {
  // The bundle is made here, without writing down what the bundler runs.
  await touchmove(['--version'])
  const coverage = join(out.path, 'coverage')
  process.env['NODE_V8_COVERAGE'] = coverage
  const host = await serve(folder.path).finally(() => {
    delete process.env['NODE_V8_COVERAGE']
  })
  expect(await host.stop()).toBe(0)
  const { sources, functions } = ran(coverage)
  expect(sources).toContainEqual(
    expect.stringMatching(/\/@aws-sdk\/client-dynamodb\/dist-es\/DynamoDBClient\.js$/),
  )
  expect(sources).toContainEqual(expect.stringMatching(/\/dynalite\/index\.js$/))
  for (const name of [/^_?DynamoDBClient\d*$/, /^dynalite\d*$/])
    expect(functions).toContainEqual(expect.stringMatching(name))
})

test('each function that knows a table carries the SDK’s client as published', {
  timeout: 60_000,
}, async () => {
  const folders = await functionBundles()
  for (const name of FUNCTIONS.filter((each) => each !== 'winnable')) {
    const { sources } = JSON.parse(readFileSync(join(folders[name], 'index.js.map'), 'utf8')) as {
      sources: string[]
    }
    expect(sources, name).toContainEqual(
      expect.stringMatching(/\/@aws-sdk\/client-dynamodb\/dist-es\/DynamoDBClient\.js$/),
    )
  }
})
