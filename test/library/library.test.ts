/** The package as its users install it: packed, unpacked in an empty folder, imported, type-checked, run in Node and in a browser. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build, transform } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { openBrowser } from '../kit/chromium.ts'
import { bundle, removeBundle, temporaryFolder } from '../kit/command.ts'
import { trials } from '../kit/trials.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const ENTRIES = ['index', 'pgn', 'chess', 'winnable', 'client'] as const
const folder = temporaryFolder()
/** What is packed. */
const source = join(folder.path, 'package')
/** Where it is installed. */
const app = join(folder.path, 'app')
const run = promisify(execFile)

/** The native compiler says the same in a quarter of the time; the older release is asked in the soak. */
const COMPILERS = trials(1, 2) === 1 ? ['typescript-native'] : ['typescript-native', 'typescript']

/** An example of a doc comment. */
interface Example {
  /** Of its files in the application. */
  readonly name: string
  readonly code: string
  /** The lines that it prints: those of its comments. */
  readonly printed: readonly string[]
}

/** The examples in the doc comments of a file. */
function examplesOf(path: string): Example[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return [...text.matchAll(/^ \* ```ts\n([\s\S]*?)^ \* ```/gm)].map(([, example = ''], index) => {
    const code = example.replaceAll(/^ \* ?/gm, '')
    const printed = [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, line = '']) => line)
    return { name: `${path.replaceAll(/\W/g, '-')}-${index}`, code, printed }
  })
}

const sourcesIn = (directory: string): string[] =>
  readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(directory, name))

/** Those of the entries, and of what they export. */
const EXAMPLES = ['domain', 'events'].flatMap(sourcesIn).flatMap(examplesOf)
const [CLIENT] = examplesOf('functions/http/typed-client.ts')

/** Packs what `npm run build` makes and unpacks it where npm would, beside the packages that it names. */
beforeAll(async () => {
  const command = dirname(await bundle())
  for (const file of ['package.json', 'README.md', 'LICENSE']) cpSync(join(ROOT, file), join(source, file))
  cpSync(command, join(source, 'dist'), { recursive: true })
  const library = join(source, 'dist', 'library')
  await run(process.execPath, [
    join(ROOT, 'esbuild.mjs'),
    '--library',
    library,
    join(command, 'openapi.json'),
  ])
  const packed = await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder.path], {
    cwd: source,
  })
  const installed = join(app, 'node_modules', 'touchmove')
  mkdirSync(installed, { recursive: true })
  const archive = join(folder.path, packed.stdout.trim())
  await run('tar', ['-xzf', archive, '--strip-components=1', '-C', installed])
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(app, 'node_modules', name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(app, 'node_modules', name))
  }
  mkdirSync(join(app, 'node_modules', '.bin'))
  symlinkSync('../touchmove/dist/touchmove.mjs', join(app, 'node_modules', '.bin', 'touchmove'))
  writeFileSync(join(app, 'package.json'), '{ "name": "app", "type": "module", "private": true }')
  for (const { name, code } of [...EXAMPLES, CLIENT!]) {
    writeFileSync(join(app, `${name}.ts`), code)
    writeFileSync(join(app, `${name}.mjs`), (await transform(code, { loader: 'ts' })).code)
  }
}, 600_000)
afterAll(() => {
  folder.remove()
  removeBundle()
})

test('what is packed has no sources of tests and no maps', () => {
  const names = readdirSync(join(app, 'node_modules/touchmove'), { recursive: true, encoding: 'utf8' })
  expect(names).toContain(join('dist', 'touchmove.mjs'))
  expect(names.filter((name) => /\.map$|\.tsbuildinfo$|^(?:test|infra|functions)\b/.test(name))).toEqual([])
})

test('each entry has an example', () => {
  for (const entry of ENTRIES.filter((name) => name !== 'client'))
    expect(EXAMPLES.map(({ name }) => name)).toContain(`domain-library-${entry}-ts-0`)
})

test.each(EXAMPLES)('the example $name prints in Node what it says', async ({ name, printed }) => {
  const { stdout } = await run(process.execPath, [`${name}.mjs`], { cwd: app })
  expect(stdout.trimEnd().split('\n')).toEqual(printed)
})

test('the same examples run in a browser, where there is nothing of Node’s', async () => {
  const context = await (await openBrowser()).newContext()
  try {
    for (const { name, printed } of EXAMPLES) {
      const { outputFiles } = await build({
        entryPoints: [join(app, `${name}.mjs`)],
        bundle: true,
        platform: 'browser',
        format: 'iife',
        write: false,
      })
      const page = await context.newPage()
      const [lines, errors]: [string[], string[]] = [[], []]
      page.on('console', (message) => lines.push(message.text()))
      page.on('pageerror', (error) => errors.push(String(error)))
      await page.addScriptTag({ content: outputFiles[0]!.text })
      expect(errors, name).toEqual([])
      await expect.poll(() => lines, { message: name }).toEqual(printed)
      await page.close()
    }
  } finally {
    await context.close()
  }
})

test('the examples hold under strict types, declarations checked with them', async () => {
  const options = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, types: [] },
    ...{ module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'] },
  }
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
  for (const compiler of COMPILERS) {
    const tsc = join(ROOT, 'node_modules', compiler, 'bin/tsc')
    const checked = await run(process.execPath, [tsc, '-p', app]).catch((error: { stdout: string }) => error)
    expect([compiler, checked.stdout]).toEqual([compiler, ''])
  }
})

test('the installed command serves, and the client’s example asks it', async () => {
  const { stdout } = await run('npx', ['--no', '--', 'touchmove', '--version'], { cwd: app })
  expect(stdout.trim()).toBe(manifest.version)
  const command = join(app, 'node_modules', '.bin', 'touchmove')
  const host = spawn(process.execPath, [command, 'serve', '--port', '0', '--data', join(folder.path, 'data')])
  try {
    const url = await readyUrl(host)
    const code = readFileSync(join(app, `${CLIENT!.name}.mjs`), 'utf8')
    const { admin } = JSON.parse(readFileSync(join(folder.path, 'data', 'tokens.json'), 'utf8'))
    const asked = code.replace('http://127.0.0.1:8787', url).replace('TOKEN', admin)
    writeFileSync(join(app, 'asks.mjs'), asked)
    const answered = await run(process.execPath, ['asks.mjs'], { cwd: app })
    expect(answered.stdout).toBe('there is no game GAME\n')
  } finally {
    host.kill('SIGTERM')
    await once(host, 'exit')
  }
})

/** The address that a starting host names once it is ready. */
async function readyUrl(host: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of host.stdout!) {
    said += String(chunk)
    const [, url] = /^ready (\S+)$/m.exec(said) ?? []
    if (url !== undefined) return url
  }
  throw new Error(`the host ended before it was ready: ${said}`)
}
