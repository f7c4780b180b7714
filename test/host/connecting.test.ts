import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readMappedSeats } from '../../functions/host/cli/connect-options.ts'
import type { RecordClient } from '../../functions/host/cli/record-client.ts'
import { temporaryFolder } from '../kit/command.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const games = [
  { board: 1, game: 'club-3-1' },
  { board: 2, game: 'club-3-2' },
]
const client = {
  request: async () => ({ status: 200, headers: {}, text: JSON.stringify({ games }) }),
} as unknown as RecordClient

const seatsIn = (text: string) => {
  const file = join(folder.path, 'map.csv')
  writeFileSync(file, text)
  return readMappedSeats(client, file, { tournament: 'club', round: '3' })
}

test('boards are named by number or by game', async () => {
  expect(await seatsIn('serial,game,board,clock\n50123,,1,\n50124,club-3-2,,turned\n')).toEqual([
    { serial: '50123', game: 'club-3-1', clock: 'straight' },
    { serial: '50124', game: 'club-3-2', clock: 'turned' },
  ])
})

test('two boards that come out at one game, one by number and one by name, are reported', async () => {
  await expect(seatsIn('serial,game,board\n50123,,1\n50124,club-3-1,\n')).rejects.toThrow(
    'map.csv:3: game club-3-1 has the board on line 2 already',
  )
})
