import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['test/mutation/cases.mutation.ts'], testTimeout: 60_000 } })
