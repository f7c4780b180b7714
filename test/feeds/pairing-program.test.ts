/**
 * The report as a pairing program reads it. With BBP_PAIRINGS=path/to/bbpPairings.exe, which one builds from its source with
 * `make`, the program itself reads the files; the rules it enforces on a game's cell are checked here in any case.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { roundsBeforePlay, TRF_VERSIONS, type TrfVersion, writeTrf } from '../../domain/formats/write-trf.ts'
import { temporaryFolder } from '../kit/command.ts'
import { trfPlayers } from './format-rules.ts'
import { ENTRIES, HEADING, ROUNDS } from './harbour.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const PROGRAM = process.env['BBP_PAIRINGS']
const PLANNED = { ...HEADING, rounds: 5 }

/** The last round as it is while its games go on. */
const running = ROUNDS.map((round, k) =>
  k < ROUNDS.length - 1
    ? round
    : { ...round, games: round.games.map((game) => ({ ...game, state: { ...game.state, result: null } })) },
)

/** `-c` checks the pairs of each round, `-p` pairs the next one. */
function askProgram(text: string, version: TrfVersion, what: '-c' | '-p'): string | null {
  if (PROGRAM === undefined) return null
  const file = join(folder.path, `report.trf${version}`)
  writeFileSync(file, text)
  return execFileSync(PROGRAM, ['--dutch', file, what], { encoding: 'utf8', timeout: 30_000 })
}

test('a round that is played is left out for pairing programs, and all before it has results', () => {
  expect(roundsBeforePlay(running).map(({ number }) => number)).toEqual([1, 2, 3])
  expect(roundsBeforePlay(ROUNDS)).toEqual(ROUNDS)
  for (const version of TRF_VERSIONS) {
    const text = writeTrf(PLANNED, roundsBeforePlay(running), version, { entries: ENTRIES })
    for (const { rounds } of trfPlayers(text)) {
      expect(rounds).toHaveLength(3)
      for (const cell of rounds) expect(cell?.code).toMatch(/^[-+10=WDLHFUZ]$/)
    }
    expect(text).toContain(version === '26' ? '142 5\r\n' : 'XXR 5\r\n')
    const checked = askProgram(text, version, '-c')
    if (checked !== null) expect(checked).toContain('Round #3')
    const paired = askProgram(text, version, '-p')
    if (paired === null) continue
    const [count, ...pairs] = paired.trim().split(/\r?\n/)
    // Two players have a bye in the next round, of which TRF16 says nothing.
    expect(text.includes('240 H 004 0002\r\n240 F 004 0003\r\n')).toBe(version === '26')
    const players = version === '26' ? '1456' : '123456'
    expect(
      pairs
        .flatMap((pair) => pair.split(' '))
        .sort()
        .join(''),
    ).toBe(players)
    expect(count).toBe(String(players.length / 2))
  }
})

test('both versions of a finished tournament are whole for pairing programs', () => {
  for (const version of TRF_VERSIONS) {
    const checked = askProgram(writeTrf(HEADING, ROUNDS, version, { entries: ENTRIES }), version, '-c')
    if (checked !== null) expect(checked).toContain('Round #4')
  }
  expect(writeTrf({ ...HEADING, rounds: ROUNDS.length }, ROUNDS, '16', { entries: ENTRIES })).not.toContain(
    'XXR',
  )
  const codes = trfPlayers(writeTrf(HEADING, ROUNDS, '26', { entries: ENTRIES })).flatMap(({ rounds }) =>
    rounds.map((cell) => cell?.code),
  )
  expect(codes).toHaveLength(24)
  for (const code of codes) expect(code).toMatch(/^[-+10=WDLHFUZ]$/)
})
