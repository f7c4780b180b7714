import type { Parsed } from '../../events/index.ts'

/** A report as a reporter sends it; the fields of `envelope` stand in for the usual ones. */
export const report = (type: string, by: string, data?: unknown, envelope: Record<string, unknown> = {}) => ({
  id: 'e1',
  type,
  at: '2024-03-09T14:00:00.000Z',
  by,
  ...(data === undefined ? {} : { data }),
  ...envelope,
})

/** `pointer detail` of every fault; empty when there is none. */
export const faults = (parsed: Parsed<unknown>): string[] =>
  parsed.ok ? [] : parsed.errors.map(({ pointer, detail }) => `${pointer} ${detail}`)
