/**
 * `npm run mutation -- PATH... [--sample N | --one-in N] [--seed S] [--concurrency C]`: makes small changes to the sources under each
 * path and prints which of them no case of the Laws detects. `--sample 50` tries fifty mutants of each path, `--one-in 10`
 * every tenth of them, chosen by the seed.
 */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { chooseMutants, mutantName } from './sample.mjs'

const USAGE = 'npm run mutation -- PATH... [--sample N | --one-in N] [--seed S] [--concurrency C]'
const CACHE = 'node_modules/.cache/touchmove'
const REPORT = `${CACHE}/mutants.json`
const CHOSEN = resolve(`${CACHE}/mutants-chosen.json`)

function fail(message) {
  process.stderr.write(`${message}; ${USAGE}\n`)
  process.exit(2)
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        sample: { type: 'string' },
        'one-in': { type: 'string', default: '1' },
        seed: { type: 'string', default: '1' },
        concurrency: { type: 'string', default: '2' },
      },
    })
  } catch (error) {
    return fail(error.message)
  }
}

const { values, positionals } = read()
const number = (name) =>
  /^[1-9]\d*$/.test(values[name]) ? Number(values[name]) : fail(`--${name} is a whole number from 1`)

/** Leaves out the sentences of verdicts, which have tests of their own. */
const isTried = (path) => !path.startsWith('domain/laws/text/')

function filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) fail(`there is no ${path}`)
  if (!found.isDirectory()) return [path]
  const names = readdirSync(path, { recursive: true }).filter((name) => name.endsWith('.ts'))
  return names
    .map((name) => join(path, name))
    .filter(isTried)
    .sort()
}

if (positionals.length === 0) fail('which files shall be changed?')
const how = {
  seed: number('seed'),
  oneIn: number('one-in'),
  sample: values.sample === undefined ? null : number('sample'),
}

mkdirSync(CACHE, { recursive: true })
const chosen = []
for (const path of positionals) {
  const { of, chosen: here } = await chooseMutants(filesUnder(path), how)
  process.stdout.write(`${path}: ${here.length} of ${of} mutants\n`)
  chosen.push(...here)
}
writeFileSync(CHOSEN, JSON.stringify(chosen.map(mutantName)))
process.env['TOUCHMOVE_MUTANTS'] = CHOSEN

const results = await new Stryker({
  mutate: chosen.map(
    ({ fileName, location }) => `${fileName}:${location.start.line + 1}-${location.end.line + 1}`,
  ),
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  checkers: ['sample'],
  plugins: [
    '@stryker-mutator/vitest-runner',
    './test/mutation/sample-checker.mjs',
    './test/mutation/survivors-reporter.mjs',
  ],
  coverageAnalysis: 'perTest',
  // Code that runs when a module is loaded would have to be tried with every case.
  ignoreStatic: true,
  concurrency: number('concurrency'),
  reporters: ['progress-append-only', 'survivors'],
  tempDirName: '.mutants',
  ignorePatterns: ['dist', 'docs', 'functions', 'infra', 'patches', '.mutants'],
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 60,
  disableTypeChecks: true,
  allowConsoleColors: false,
}).runMutationTest()

/** Stryker's results count lines and columns from 1. */
const from0 = ({ line, column }) => ({ line: line - 1, column: column - 1 })
const nameOf = ({ location, ...mutant }) =>
  mutantName({ ...mutant, location: { start: from0(location.start), end: from0(location.end) } })

const names = new Set(chosen.map(mutantName))
const tried = results.filter(
  (mutant) => names.has(nameOf(mutant)) && mutant.status !== 'CompileError' && mutant.status !== 'Ignored',
)
const noticed = ({ status }) => status === 'Killed' || status === 'Timeout' || status === 'RuntimeError'
const isUnder = ({ fileName }, path) => fileName.includes(path)

for (const path of positionals) {
  const here = tried.filter((mutant) => isUnder(mutant, path))
  const count = (is) => here.filter(is).length
  const [killed, late, unmet] = [
    noticed,
    ({ status }) => status === 'Timeout',
    ({ status }) => status === 'NoCoverage',
  ].map(count)
  const percent = ((100 * killed) / here.length).toFixed(1)
  process.stdout.write(
    `${path}: ${killed} of ${here.length} noticed, ${percent} % (${late} of them by time), ${unmet} met by no case\n`,
  )
}
writeFileSync(REPORT, `${JSON.stringify(tried, null, 2)}\n`)
