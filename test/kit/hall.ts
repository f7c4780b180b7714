/** A tournament whose rounds are opened and changed. */
import { openRoundGames, type RoundGameInput } from '../../functions/app/round-games.ts'
import { readRound, roundViewOf } from '../../functions/app/rounds.ts'
import { createTournament } from '../../functions/app/tournaments.ts'
import { openService } from './compose.ts'
import { need } from './reports.ts'
import { ARBITER, OPERATOR, START, type TestPorts, testPorts } from './service.ts'

export const R1 = { tournament: 'T', round: '1' }
export const pairing = (white: string, black: string, more: object = {}): RoundGameInput => ({
  white: { name: white },
  black: { name: black },
  ...more,
})
export const FOUR = [pairing('A', 'B'), pairing('C', 'D'), pairing('E', 'F'), pairing('G', 'H')]

export async function hall(ports: TestPorts = testPorts()) {
  const service = openService(ports)
  const defaults = { edition: '2018-01-01', play: 'rapid', date: '2026-03-14' } as const
  need(await createTournament(ports, ARBITER, { name: 'Open', site: 'Bled', defaults }, 'T'))
  const open = async (games: readonly RoundGameInput[], key?: string, round = '1') =>
    openRoundGames(service, OPERATOR, { tournament: 'T', round }, games, key, START)
  const boards = async () => roundViewOf(R1, need(await readRound(service, R1)).record.folded).boards
  return { ports, service, open, boards }
}
