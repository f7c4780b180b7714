/** The `touchmove` command as users run it, bundled and in a process of its own; and temporary folders. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { bundleFunctions, FUNCTIONS, type FunctionName } from '../../infra/bundles.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The folder that all test files of a run share (global-setup.ts); undefined outside of one. */
const SHARED = process.env['TOUCHMOVE_TEST_BUNDLE']

/** The folder of bundles, within the repository so that they find the packages that they import. */
export const OUT = SHARED ?? join(ROOT, 'node_modules', '.cache', `touchmove-${process.pid}`)

let built: Promise<string> | null = null

/** Path of the bundled command, which the first call makes; the page and the OpenAPI document lie beside it. */
export function bundle(): Promise<string> {
  const command = join(OUT, 'command')
  built ??= madeOnce(command, () =>
    promisify(execFile)(process.execPath, ['esbuild.mjs', command], { cwd: ROOT }),
  ).then(() => join(command, 'touchmove.mjs'))
  return built
}

/** The folder of the bundled page. */
export const bundledPage = async (): Promise<string> => join(dirname(await bundle()), 'console')

/** The data folder of the sample round, once it has been played (host-here.ts). */
export const sampleFolder = (): string => join(OUT, 'sample')

/** The folders of the functions, bundled by the first call as they are uploaded. Tests only read them. */
export async function functionBundles(): Promise<Record<FunctionName, string>> {
  const out = join(OUT, 'functions')
  await madeOnce(out, () => bundleFunctions(out))
  return Object.fromEntries(FUNCTIONS.map((name) => [name, join(out, name)])) as Record<FunctionName, string>
}

/** Fills a folder once: the test file that takes its lock does so, and the others wait until it is complete. */
export async function madeOnce(folder: string, fill: () => Promise<unknown>): Promise<void> {
  const lock = `${folder}-lock`
  const [complete, failed] = [join(lock, 'complete'), join(lock, 'failed')]
  mkdirSync(OUT, { recursive: true })
  try {
    mkdirSync(lock)
  } catch {
    while (!existsSync(complete)) {
      if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'))
      await sleep(50)
    }
    return
  }
  try {
    await fill()
    writeFileSync(complete, '')
  } catch (error) {
    writeFileSync(failed, String(error))
    throw error
  }
}

/** Removes the folder of bundles outside of a test run; a run removes it at its end. */
export function removeBundle(): void {
  if (SHARED === undefined) rmSync(OUT, { recursive: true, force: true })
}

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly input?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Close its stdout once this much has been read, as `head` does. */
  readonly readOnly?: string
  /** A file for its stdout, where that is no text. */
  readonly toFile?: string
}

/** Runs a command to its end. */
export async function touchmove(
  args: readonly string[],
  { input = '', cwd = ROOT, env = {}, readOnly, toFile }: RunOptions = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [await bundle(), ...args], { cwd, env: { ...process.env, ...env } })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const said = toFile === undefined ? textOf(child.stdout, readOnly) : intoFile(child.stdout, toFile)
  const [stdout, stderr] = [said, textOf(child.stderr)]
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout: await stdout, stderr: await stderr }
}

/** Runs a command, interrupts it as Ctrl-C does once the text `ready` has come on its stderr, and waits for its end. */
export async function interrupted(args: readonly string[], ready: string): Promise<Ran> {
  const child = spawn(process.execPath, [await bundle(), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    const before = stderr
    stderr += String(chunk)
    if (!before.includes(ready) && stderr.includes(ready)) child.kill('SIGINT')
  })
  const said = textOf(child.stdout)
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout: await said, stderr }
}

async function intoFile(stream: NodeJS.ReadableStream, name: string): Promise<string> {
  await pipeline(stream, createWriteStream(name))
  return ''
}

async function textOf(stream: NodeJS.ReadableStream, upTo?: string): Promise<string> {
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    if (upTo !== undefined && text.includes(upTo)) break
  }
  return text
}

export interface Serving {
  readonly url: string
  readonly folder: string
  readonly child: ChildProcess
  /** Its stdout until it was ready. */
  readonly greeting: string
  token(role: string): string
  /** Ends it as an operator would, and returns its exit status. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

/** Starts a host on a free port and waits until it is ready. */
export async function serve(folder: string, args: readonly string[] = []): Promise<Serving> {
  const child = spawn(process.execPath, [await bundle(), 'serve', '--port', '0', '--data', folder, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const greeting = await readyLines(child)
  const exited = once(child, 'exit') as Promise<[number | null]>
  return {
    url: /ready (\S+)/.exec(greeting)?.[1] ?? '',
    folder,
    child,
    greeting,
    token: (role) =>
      (JSON.parse(readFileSync(join(folder, 'tokens.json'), 'utf8')) as Record<string, string>)[role] ?? '',
    async stop() {
      child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** The stdout of a starting host, up to the lines that come with `ready`. */
function readyLines(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', (code) => reject(new Error(`the host ended with ${code} before it was ready`)))
    child.stdout?.on('data', (chunk) => {
      text += String(chunk)
      if (/^ready \S+\n/m.test(text)) resolve(text)
    })
  })
}

/** The folder of temporary folders: that of the test run (global-setup.ts), or outside of one a folder of this process. */
let scratch = process.env['TOUCHMOVE_TEST_FOLDERS']

function scratchFolder(): string {
  if (scratch !== undefined) return scratch
  const own = mkdtempSync(join(tmpdir(), 'touchmove-'))
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
  scratch = own
  return own
}

/** Makes a folder, which is removed by `remove` or at the end of the run. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(scratchFolder(), 'folder-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
