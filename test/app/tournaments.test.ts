import { expect, test } from 'vitest'
import {
  changeTournament,
  createTournament,
  listTournaments,
  readTournament,
} from '../../functions/app/tournaments.ts'
import { need } from '../kit/reports.ts'
import { ADMIN, ARBITER, OPERATOR, principal, READER, testPorts } from '../kit/service.ts'

const OPEN = {
  name: 'Ljubljana Open',
  site: 'Ljubljana',
  defaults: { edition: '2018-01-01', play: 'standard' },
} as const

test('a tournament starts without delay, with closed verdicts, and is listed', async () => {
  const ports = testPorts()
  const { tournament, replayed } = need(await createTournament(ports, ARBITER, OPEN, 'LJ26'))
  expect(replayed).toBe(false)
  expect(tournament).toEqual({
    id: 'LJ26',
    createdAt: '2026-03-14T14:00:00.000Z',
    delay: 0,
    openVerdicts: false,
    ...OPEN,
  })
  expect(need(await readTournament(ports, 'LJ26'))).toEqual(tournament)
  expect(await listTournaments(ports)).toEqual({ items: [tournament] })
})

test('the same id with the same fields is the same tournament, with others it is refused', async () => {
  const ports = testPorts()
  const first = need(await createTournament(ports, ARBITER, OPEN, 'LJ26'))
  ports.clock.pass(1000)
  const again = need(await createTournament(ports, ADMIN, OPEN, 'LJ26'))
  expect(again).toEqual({ tournament: first.tournament, replayed: true })
  expect(await createTournament(ports, ARBITER, { ...OPEN, name: 'Maribor Open' }, 'LJ26')).toMatchObject({
    error: { code: 'id-reused' },
  })
})

test('a change touches the fields it names; null takes a value away', async () => {
  const ports = testPorts()
  need(await createTournament(ports, ARBITER, OPEN, 'LJ26'))
  expect(need(await changeTournament(ports, ARBITER, 'LJ26', { delay: 15 }))).toMatchObject({
    name: OPEN.name,
    site: 'Ljubljana',
    delay: 15,
  })
  const changed = need(await changeTournament(ports, ARBITER, 'LJ26', { site: null, delay: null }))
  expect(changed).not.toHaveProperty('site')
  expect(changed.delay).toBe(0)
  expect(need(await readTournament(ports, 'LJ26'))).toEqual(changed)
})

test('changes at the same time lose nothing of each other', async () => {
  const ports = testPorts()
  need(await createTournament(ports, ARBITER, OPEN, 'LJ26'))
  await Promise.all([
    changeTournament(ports, ARBITER, 'LJ26', { delay: 15 }),
    changeTournament(ports, ARBITER, 'LJ26', { openVerdicts: true }),
    changeTournament(ports, ARBITER, 'LJ26', { site: 'Bled' }),
  ])
  expect(need(await readTournament(ports, 'LJ26'))).toMatchObject({
    delay: 15,
    openVerdicts: true,
    site: 'Bled',
  })
})

test('operators, readers and strangers enter and change no tournament; an arbiter of one changes that one', async () => {
  const ports = testPorts()
  for (const somebody of [OPERATOR, READER, principal('arbiter', 'tournament:LJ25')])
    expect(await createTournament(ports, somebody, OPEN, 'LJ26')).toMatchObject({
      error: { code: 'not-allowed' },
    })
  expect(await createTournament(ports, null, OPEN, 'LJ26')).toMatchObject({
    error: { code: 'not-authenticated' },
  })
  const own = principal('arbiter', 'tournament:LJ26')
  need(await createTournament(ports, own, OPEN, 'LJ26'))
  need(await changeTournament(ports, own, 'LJ26', { delay: 5 }))
  expect(await changeTournament(ports, OPERATOR, 'LJ26', { delay: 0 })).toMatchObject({
    error: { code: 'not-allowed' },
  })
  expect(await changeTournament(ports, ADMIN, 'nowhere', { delay: 0 })).toMatchObject({
    error: { code: 'unknown-tournament' },
  })
})
