/** Whether the record would take a game's description, asked before anything is opened. */
import { parseReport } from '../../../events/index.ts'
import type { GameCheck } from './open-round.ts'

export const checkGame: GameCheck = (data) => {
  const report = { id: 'check', type: 'game-opened', at: '2026-01-01T00:00:00.000Z', by: 'operator', data }
  const parsed = parseReport(report)
  return parsed.ok ? [] : parsed.errors.map(({ detail }) => detail)
}
