/** Vitest's settings: which tests run, in which order, and in how many processes. */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take longest, which begin first: else one process would wait at the end for the other. */
const LONG = [
  'infra/assets',
  'console/views',
  'console/office',
  'console/flows',
  'console/work',
  'library/library',
  'backup/commands',
  'console/two-tables',
  'console/mishaps',
  'host/damage',
  'host/reading',
  'faults/world',
  'console/two-hundred',
  'host/serve',
  'e2e/round',
  'http/abuse',
  'feeds/unseen',
  'host/following',
  'roles/routes',
  'host/simulate',
  'host/stopping',
  'host/shared-database',
  'console/ruling',
  'faults/kill',
  'host/witnessed',
  'store/commit-log',
  'host/sources',
  'paper/untold',
  'winnable/known',
  'winnable/brute-force',
  'laws/soak',
  'ingest/hostile',
  'store/dynamodb-client',
  'host/https-and-keys',
  'feeds/large',
  'host/dynalite',
  'load/round-load',
  'laws/every-edition',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const index = LONG.findIndex((name) => moduleId.includes(name))
  return index < 0 ? LONG.length : index
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}

/** Files that mock modules which other files have loaded, and so need a process of their own. */
const ALONE = ['test/cases/invented-edition.test.ts', 'test/host/failed-opening.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/kit/global-setup.ts'],
    // A soak makes fifty times as many trials as the daily run.
    testTimeout: process.env['TOUCHMOVE_TRIALS'] === 'soak' ? 1_800_000 : 60_000,
    hookTimeout: 120_000,
    // On a busy machine a page takes its time; what never comes fails all the same.
    expect: { poll: { timeout: 10_000 } },
    // As the command sets it for itself: the SDK's advice about versions of Node is no part of what a command says.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    pool: 'forks',
    // Files share two processes and the modules that these have loaded, so each leaves its process as it found it. A process
    // for each file loaded them all anew, which took as long as the tests.
    // Vitest leaves a core free, which on a machine of two halves its speed. A third process was hardly faster: hosts and browsers,
    // which are processes of their own, take what it would.
    maxWorkers: 2,
    // Of tests that say they are concurrent: they wait on hosts and pages of their own for a third of their time.
    maxConcurrency: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: { name: 'sharing', include: ['test/**/*.test.ts'], exclude: ALONE, isolate: false },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
})
