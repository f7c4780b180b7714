/**
 * `npm run mutation -- PATH... [--one-in N] [--seed S] [--concurrency C]`: changes the sources under each path in small ways and
 * tells which changes no case of the Laws notices. `--one-in 10` tries every tenth mutant, chosen by the seed.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

const USAGE = 'npm run mutation -- PATH... [--one-in N] [--seed S] [--concurrency C]'
const REPORT = 'node_modules/.cache/touchmove/mutants.json'

function fail(message) {
  process.stderr.write(`${message}; ${USAGE}\n`)
  process.exit(2)
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
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

const patterns = positionals.map((path) => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) fail(`there is no ${path}`)
  return found.isDirectory() ? `${path.replace(/\/$/, '')}/**/*.ts` : path
})
if (patterns.length === 0) fail('which files shall be changed?')

process.env['TOUCHMOVE_MUTANTS'] = `${number('one-in')}:${number('seed')}`

const results = await new Stryker({
  // The words of verdicts are no verdicts: their tables have tests of their own.
  mutate: [...patterns, '!domain/laws/text/**', '!**/*.json'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  checkers: ['sample'],
  plugins: [
    '@stryker-mutator/vitest-runner',
    './test/mutation/sample-checker.mjs',
    './test/mutation/survivors-reporter.mjs',
  ],
  coverageAnalysis: 'perTest',
  // What runs when a module is loaded meets every case at once.
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

const tried = results.filter(({ status }) => status !== 'CompileError' && status !== 'Ignored')
const noticed = ({ status }) => status === 'Killed' || status === 'Timeout' || status === 'RuntimeError'
const folderOf = ({ fileName }) => dirname(fileName.slice(fileName.lastIndexOf('domain/')))

for (const folder of [...new Set(tried.map(folderOf))].sort()) {
  const here = tried.filter((mutant) => folderOf(mutant) === folder)
  const killed = here.filter(noticed).length
  const percent = ((100 * killed) / here.length).toFixed(1)
  process.stdout.write(`${folder}: ${killed} of ${here.length} noticed, ${percent} %\n`)
}
mkdirSync(dirname(REPORT), { recursive: true })
writeFileSync(REPORT, `${JSON.stringify(tried, null, 2)}\n`)
