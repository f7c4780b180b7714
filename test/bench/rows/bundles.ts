/** What functions weigh, what loading one costs, and when a cold one answers: beside a bundle of middy, zod and the SDK alone. */
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { build } from 'esbuild'
import { openNewGame } from '../../../functions/app/open-game.ts'
import { openKeyring } from '../../../functions/auth/keyring.ts'
import { mintToken } from '../../../functions/auth/tokens.ts'
import type { Ports } from '../../../functions/ports.ts'
import { realRuntime } from '../../../functions/runtime.ts'
import { BUNDLE_OPTIONS, bundleFunctions, type FunctionName, NODE_OPTIONS } from '../../../infra/bundles.ts'
import { importCpu } from '../../infra/starting.ts'
import { temporaryFolder } from '../../kit/command.ts'
import { openService } from '../../kit/compose.ts'
import { httpEvent } from '../../kit/service.ts'
import { median, type Spread, spread } from '../measure.ts'
import { figure, type Row } from '../row.ts'
import { embedded, OPENING } from '../served.ts'

/** How many fresh processes of each. */
const RUNS = process.env['TOUCHMOVE_BENCH'] === 'quick' ? 5 : 21

const WEIGHED: readonly (readonly [FunctionName, string])[] = [
  ['commands', 'writing'],
  ['reads', 'reading, with the database'],
  ['winnable', 'reading, without a database'],
]

const BARE = 'middy, zod and the SDK alone'

export async function bundleRows(): Promise<Row[]> {
  const scratch = temporaryFolder()
  const out = scratch.path
  const folders = await bundleFunctions(out)
  const fileOf = (name: FunctionName) => join(folders[name], 'index.js')
  const bare = join(out, 'bare/index.js')
  await build({ ...BUNDLE_OPTIONS, entryPoints: ['test/bench/bare-function.ts'], outfile: bare })
  const rows = [...weights(fileOf, bare), await firstRequest(fileOf('commands'), bare)]
  scratch.remove()
  return rows
}

/** Sizes as uploaded and CPU of loading: for information. */
function weights(fileOf: (name: FunctionName) => string, bare: string): Row[] {
  const kilobytes = (file: string) => statSync(file).size / 1024
  const files = [bare, ...WEIGHED.map(([name]) => fileOf(name))]
  const times: number[][] = files.map(() => [])
  // In turn, so that what else the machine does falls on all alike.
  for (let run = 0; run < RUNS; run++)
    for (const [k, file] of files.entries()) times[k]!.push(importCpu(file))
  const [bareTimes = []] = times
  return WEIGHED.flatMap(([name, what], k): Row[] => {
    const row = (id: string, of: string, unit: string, ratio: Spread, ours: number, its: number): Row => ({
      id: `bundle-${name}-${id}`,
      group: 'functions',
      what: `function ${of}, ${what} (\`${name}\`)`,
      beside: BARE,
      ratio,
      target: null,
      figures: `${figure(ours)} · ${figure(its)} ${unit}`,
    })
    const [size, bareSize] = [kilobytes(fileOf(name)), kilobytes(bare)]
    const own = times[k + 1]!
    return [
      row('size', 'bundle', 'KB', spread([size / bareSize]), size, bareSize),
      row(
        'cpu',
        'import CPU',
        'ms',
        spread(own.map((ms, run) => ms / bareTimes[run]!)),
        median(own),
        median(bareTimes),
      ),
    ]
  })
}

/** From the start of a process to the answer of its first request: a move reported to a game, and an item stored. */
async function firstRequest(commands: string, bare: string): Promise<Row> {
  const stores = await embedded()
  const { token, keys } = await operator(stores)
  const service = openService({ ...realRuntime(), ...stores, singleWriter: true })
  const opened = await openNewGame(service, {
    id: 'cold',
    data: OPENING,
    receivedAt: Date.now(),
    principal: { id: 'bench', token: 'bench', role: 'operator', scope: '*' },
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const env = {
    NODE_OPTIONS,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    TABLE_COMMITS: stores.names.commits,
    TABLE_PERSONS: stores.names.persons,
    TABLE_REGISTRY: stores.names.registry,
    TABLE_VIEWS: stores.names.views,
    TOKEN_KEYS: JSON.stringify(keys),
    DYNAMODB_ENDPOINT: stores.endpoint,
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const [ours, its]: [number[], number[]] = [[], []]
  for (let run = 0; run < RUNS; run++) {
    const at = new Date().toISOString()
    // The knights go out and come back.
    const data = [
      { from: 'g1', to: 'f3' },
      { from: 'g8', to: 'f6' },
      { from: 'f3', to: 'g1' },
      { from: 'f6', to: 'g8' },
    ][run % 4]
    const move = { id: `m${run}`, type: 'move-made', at, by: run % 2 === 0 ? 'white' : 'black', data }
    const report = httpEvent('POST', '/games/cold/events', headers, JSON.stringify({ events: [move] }))
    const item = httpEvent('POST', '/items', headers, JSON.stringify({ id: `i${run}`, note: 'stored' }))
    ours.push(await answered(commands, report, env))
    its.push(await answered(bare, item, env))
  }
  await stores.shut()
  return {
    id: 'bundle-commands-first',
    group: 'functions',
    what: 'a cold `commands` from its start to its first answer, an event stored',
    beside: `${BARE}, an item stored`,
    ratio: spread(ours.map((ms, run) => ms / its[run]!)),
    target: { most: 1.25 },
    figures: `${figure(median(ours))} · ${figure(median(its))} ms`,
  }
}

/** A token for reporting, and the public key that checks it. */
async function operator({ registry }: Pick<Ports, 'registry'>) {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const open = { kid: 'bench', kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x: x! } as const
  const keyring = await openKeyring([{ ...open, d: d! }])
  if (!keyring.ok) throw new Error(keyring.error.message)
  const ports = { ...realRuntime(), registry } as Ports
  const minted = await mintToken(ports, keyring.value, { role: 'operator', scope: '*', principal: 'bench' })
  if (!minted.ok) throw new Error(minted.error.message)
  return { token: minted.value.token, keys: [open] }
}

const run = promisify(execFile)

/** Milliseconds from the start of a fresh process, Node's own included, until the function has answered; throws on a refusal. */
async function answered(
  file: string,
  event: APIGatewayProxyEventV2,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const program = `require(${JSON.stringify(file)}).handler(${JSON.stringify(event)}, {}).then((reply) => {
    const ms = performance.now()
    if (reply.statusCode >= 300) { console.error(reply.statusCode, reply.body); process.exit(1) }
    console.log(ms); process.exit(0)
  })`
  const { stdout } = await run(process.execPath, ['-e', program], { env })
  return Number(stdout.trim().split('\n').at(-1))
}
