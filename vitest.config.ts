import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Vitest leaves a core free, which on a machine of two halves its speed.
    maxWorkers: 2,
    reporters: ['default'],
  },
})
