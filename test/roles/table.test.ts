/** Every role, event type and actor, of the own game and of another, before, during and after: as docs/roles.md prints it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PHASES, type Phase } from '../../domain/decide/decide-reports.ts'
import { ACTORS_OF, type Actor, EVENT_TYPES, type EventType } from '../../events/index.ts'
import { appendReports } from '../../functions/app/append-reports.ts'
import { type Principal, TOKEN_ROLES, type TokenRole } from '../../functions/auth/roles.ts'
import { openService, type Service } from '../kit/compose.ts'
import { append, need, openedGame, report } from '../kit/reports.ts'
import { ARBITER, START, TIMED, testPorts } from '../kit/service.ts'
import { ROLES_MD, rolesDocument } from './roles-md.ts'

const DOCUMENT = readFileSync(ROLES_MD, 'utf8')

test('docs/roles.md is what the code asks', () => {
  expect(
    rolesDocument(DOCUMENT),
    'run npm run docs:roles, read the rows that changed, and commit docs/roles.md',
  ).toBe(DOCUMENT)
})

test('docs/roles.md says of each role for whom it is, and has its column in the table of routes', () => {
  const [roles = '', ...rows] = /^\| role \|.*\n(?:\|.*\n)+/m.exec(DOCUMENT)?.[0].split('\n') ?? []
  expect(roles).toBe('| role | for | its scope |')
  expect(
    rows.flatMap((row) => /^\| `(\w+)` \|/.exec(row)?.[1] ?? []),
    'write a row in the first table of docs/roles.md: the role, for whom it is, its scope',
  ).toEqual([...TOKEN_ROLES])
  expect(
    /^\| route \| no token \|(.*)\|$/m
      .exec(DOCUMENT)?.[1]
      ?.split('|')
      .map((cell) => cell.trim()),
    'write its column in the table of routes of docs/roles.md: yes, – or after for each route',
  ).toEqual([...TOKEN_ROLES])
})

/** What the document says in words: for whom, and when. */
interface Printed {
  readonly by: readonly Actor[] | 'own colour'
  readonly phases: readonly Phase[]
}

function printedCells(): Map<string, Printed> {
  const cells = new Map<string, Printed>()
  const rows = [...DOCUMENT.matchAll(/^\| `([\w-]+)` \|(.*)\|$/gm)].filter(([, type]) =>
    (EVENT_TYPES as readonly string[]).includes(type!),
  )
  for (const [, type = '', row = ''] of rows)
    for (const [k, cell] of row.split('|').entries()) {
      const [by = '', when] = cell.trim().split('; ')
      if (by === '–' || by === 'opens') continue
      cells.set(`${TOKEN_ROLES[k]} ${type}`, {
        by:
          by === 'own colour'
            ? by
            : by === 'any'
              ? ACTORS_OF[type as EventType]
              : (by.split(', ') as Actor[]),
        phases: when === undefined ? PHASES : (when.split(', ') as Phase[]),
      })
    }
  expect(rows, 'a row for each event: run npm run docs:roles').toHaveLength(EVENT_TYPES.length)
  return cells
}

/** The commit would have been stored. */
class Stored extends Error {}

const REPORTER = 'somebody'

/** Games `own` and `other` in a phase, over a log that from then on takes nothing. */
async function gamesIn(phase: Phase): Promise<Service> {
  const ports = testPorts()
  let open = true
  const service = openService({
    ...ports,
    log: {
      ...ports.log,
      append: (commit) => (open ? ports.log.append(commit) : Promise.reject(new Stored())),
    },
  })
  for (const game of ['own', 'other']) {
    await openedGame(service, TIMED, game)
    const by = { game, principal: { ...ARBITER, id: REPORTER } }
    // Event 2, for corrections to refer to; it starts nothing.
    need(await append(service, [report('there', 'player-arrived', 'operator', { side: 'white' })], by))
    if (phase !== 'before') need(await append(service, [report('go', 'session-started', 'arbiter')], by))
    if (phase === 'after') need(await append(service, [report('end', 'resigned', 'black')], by))
  }
  open = false
  return service
}

interface Sample {
  readonly data: Record<string, unknown>
}

/** Valid data of a type, with references to events that are there. */
function dataOf(type: EventType): object {
  const [sample] = JSON.parse(
    readFileSync(new URL(`../../events/golden/${type}.v1.json`, import.meta.url), 'utf8'),
  ) as [Sample]
  if (type === 'claim-decided') return { ...sample.data, claim: 2 }
  if (type === 'verdict-decided') return { ...sample.data, seq: 2 }
  if (type === 'position-restored') return { seq: 2 }
  if (type === 'report-corrected') return { seqs: [2], reason: 'misread' }
  return sample.data
}

const DATA = new Map(EVENT_TYPES.map((type) => [type, dataOf(type)]))

/** As each role is mostly minted, for the game `own`. */
const BEARERS: readonly Principal[] = TOKEN_ROLES.flatMap((role) =>
  (role === 'player' ? ['game:own/white', 'game:own/black'] : ['game:own']).map((scope) => ({
    id: REPORTER,
    token: 'T',
    role,
    scope,
  })),
)

async function attempt(service: Service, principal: Principal, game: string, type: EventType, by: Actor) {
  const event = report(`new-${type}-${by}`, type, by, DATA.get(type)!)
  try {
    const outcome = await appendReports(service, { game, principal, receivedAt: START, events: [event] })
    return outcome.ok ? 'recorded' : outcome.error.code
  } catch (error) {
    if (error instanceof Stored) return 'stored'
    throw error
  }
}

test.each(PHASES)(
  'each role reports what the table says, %s the game, and nothing of another game',
  async (phase) => {
    const cells = printedCells()
    const service = await gamesIn(phase)
    const counts = { stored: 0, refused: 0 }
    for (const principal of BEARERS)
      for (const type of EVENT_TYPES)
        for (const by of ACTORS_OF[type]) {
          const cell = cells.get(`${principal.role} ${type}`)
          const speaksFor =
            cell?.by === 'own colour' ? principal.scope.endsWith(`/${by}`) : cell?.by.includes(by) === true
          // The game has ended by resignation: an operator gives no result in place of the Laws' (history.test.ts).
          const isTheLaws = type === 'result-set' && principal.role === 'operator' && phase === 'after'
          const allowed = speaksFor && cell?.phases.includes(phase) === true && !isTheLaws
          const what = `${principal.role} (${principal.scope}): ${type} by ${by}, ${phase}`
          const own = await attempt(service, principal, 'own', type, by)
          if (type === 'game-opened') expect(own, what).toMatch(/^(invalid|not-allowed)$/)
          else expect(own, what).toBe(allowed ? 'stored' : 'not-allowed')
          expect(await attempt(service, principal, 'other', type, by), `${what}, another game`).toBe(
            'not-allowed',
          )
          counts[allowed ? 'stored' : 'refused']++
        }
    expect(counts.stored).toBeGreaterThan(400)
    expect(counts.refused).toBeGreaterThan(400)
  },
)

test('without a token nothing is reported, and with one of an unknown role neither', async () => {
  const service = await gamesIn('during')
  const event = report('x', 'resigned', 'white')
  for (const principal of [null, { id: 'x', token: 'T', role: 'spectator' as TokenRole, scope: '*' }])
    expect(
      await appendReports(service, { game: 'own', principal, receivedAt: START, events: [event] }),
    ).toMatchObject({ ok: false })
})
