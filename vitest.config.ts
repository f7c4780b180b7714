import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest begins first, or one core waits at the end for the other. */
const LONG = [
  'winnable/brute-force',
  'e2e/round',
  'console/two-hundred',
  'console/views',
  'backup/commands',
  'host/serve',
  'sensors/simulated',
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

/** Files in these folders leave their process as they found it, so that they can share one and the modules it has loaded. */
const SHARING = ['chess', 'clock', 'events', 'game', 'laws', 'notation', 'pairings', 'pgn']
  .map((folder) => `test/${folder}/**/*.test.ts`)
  .concat('test/app/*.test.ts', 'test/projections/projector.test.ts')

export default defineConfig({
  test: {
    globalSetup: ['test/kit/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Vitest leaves a core free, which on a machine of two halves its speed.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default'],
    projects: [
      { extends: true, test: { name: 'sharing', include: SHARING, isolate: false } },
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: SHARING } },
    ],
  },
})
