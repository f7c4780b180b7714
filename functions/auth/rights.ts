/**
 * Who may report what: for each role the types, the actors (`by`) it may speak for, and when. docs/roles.md is printed
 * from here; the Laws play no part in it, since a report of a wrong act is as welcome as that of a right one.
 */
import { PHASES, type Phase, type RoleRights } from '../../domain/decide/decide-reports.ts'
import { ACTORS_OF, type Actor, EVENT_TYPES, type EventType } from '../../events/index.ts'
import { TOKEN_ROLES, type TokenRole } from './roles.ts'
import { scopeSide } from './scope.ts'

/** Acts that need the arbiter's own authority (Article 12). */
const RULINGS: readonly EventType[] = [
  'claim-decided',
  'irregularity-noticed',
  'position-restored',
  'penalty-imposed',
  'verdict-decided',
  'time-granted',
  'appeal-decided',
  'clock-set',
]

/** What an operator may report as done by any actor, the arbiter included: acts that decide nothing. */
const RELAYED: readonly EventType[] = [
  'player-arrived',
  'session-started',
  'clocks-stopped',
  'clocks-started',
  'pieces-restored',
  'incident-recorded',
  'game-adjourned',
  'play-resumed',
]

/** What a sensor board and its clock report by themselves. */
const SENSED: readonly EventType[] = [
  'piece-touched',
  'piece-lifted',
  'piece-placed',
  'piece-released',
  'move-made',
  'pieces-displaced',
  'pieces-restored',
  'clock-pressed',
  'clocks-stopped',
  'clocks-started',
  'clock-read',
  'flag-fallen',
]

/** What players write on an electronic scoresheet. Moves and touches are reported by the board. */
const WRITTEN: readonly EventType[] = ['move-recorded', 'draw-sign-recorded']
/** What players offer, claim, request or concede from their own devices. */
const ASKED: readonly EventType[] = [
  'draw-offered',
  'draw-accepted',
  'draw-declined',
  'draw-claimed',
  'increment-requested',
  'claim-made',
  'resigned',
]

/** `own`: the colour of the reporter's scope. */
export interface Right {
  readonly by: readonly Actor[] | 'own'
  readonly phases: readonly Phase[]
}

type RightsRule = {
  readonly types: readonly EventType[]
  readonly by?: Right['by']
  readonly phases?: Right['phases']
}

const withoutRulings = EVENT_TYPES.filter((type) => !RULINGS.includes(type))
const NOT_THE_ARBITER: readonly Actor[] = ['white', 'black', 'assistant', 'operator', 'board', 'clock']

/** A later rule replaces earlier ones for the same type. Without `by`: all actors of the type; without `phases`: all phases. */
const RIGHTS_RULES: Record<TokenRole, readonly RightsRule[]> = {
  admin: [{ types: EVENT_TYPES }],
  arbiter: [{ types: EVENT_TYPES }],
  operator: [
    { types: withoutRulings, by: NOT_THE_ARBITER },
    { types: RELAYED },
    // A clock is replaced by the arbiter or an assistant; an operator may type in that an assistant did.
    { types: ['clock-replaced'], by: ['assistant'] },
  ],
  board: [{ types: SENSED }],
  player: [
    // A device that was offline sends its notes when it can, also after the game.
    { types: WRITTEN, by: 'own' },
    { types: ASKED, by: 'own', phases: ['during'] },
    // The end of the game may come in the same request as the signature.
    { types: ['scoresheet-signed'], by: 'own', phases: ['during', 'after'] },
  ],
  reader: [],
}

const RIGHTS = new Map<TokenRole, ReadonlyMap<EventType, Right>>(
  TOKEN_ROLES.map((role) => [role, new Map(RIGHTS_RULES[role].flatMap(rightsOf))]),
)

function rightsOf({ types, by, phases = PHASES }: RightsRule): [EventType, Right][] {
  return types.map((type) => {
    const actors: readonly Actor[] = ACTORS_OF[type]
    return [type, { by: by === 'own' ? by : actors.filter((actor) => by?.includes(actor) ?? true), phases }]
  })
}

/** The right of a role to report a type; null: it may not report the type at all. */
export const rightTo = (role: TokenRole, type: EventType): Right | null => {
  const right = RIGHTS.get(role)?.get(type)
  return right === undefined || right.by.length === 0 ? null : right
}

interface Reporter {
  readonly role: TokenRole
  readonly scope: string
}

/** Why this may never be reported by the reporter, and who may; null if they may at some time. */
export function refusalToReport(
  reporter: Reporter,
  { type, by }: { type: EventType; by: Actor },
): string | null {
  const { role } = reporter
  const right = rightTo(role, type)
  if (right === null)
    return `the role ${role} may not report ${type}${reasonWhyNot(role, type)}; ${whoMay(type)}`
  const actors: readonly (Actor | null)[] = right.by === 'own' ? [scopeSide(reporter.scope)] : right.by
  if (actors.includes(by)) return null
  return `the role ${role} may not report ${type} by ${by}; by ${actors.join(' or ')} it may`
}

/** Why this may not be reported in this phase of the game, or null; expects that it may in some phase. */
function refusalNow({ role }: Reporter, type: EventType, phase: Phase): string | null {
  const phases = rightTo(role, type)?.phases ?? []
  if (phases.includes(phase)) return null
  const now = {
    before: 'the game has not begun',
    during: 'the game is being played',
    after: 'the game has ended',
  }
  return `the role ${role} reports ${type} ${phases.join(' and ')} the game only, and ${now[phase]}; tell the arbiter`
}

const reasonWhyNot = (role: TokenRole, type: EventType): string =>
  role === 'operator' && RULINGS.includes(type) ? ": it is the arbiter's ruling" : ''

const whoMay = (type: EventType): string =>
  `${TOKEN_ROLES.filter((role) => rightTo(role, type) !== null).join(', ')} may`

/** Whether a role reports anything at all. */
export const mayReport = (role: TokenRole): boolean =>
  EVENT_TYPES.some((type) => rightTo(role, type) !== null)

/**
 * Whether a role may correct any report, and passes all checks of `domain/decide/authority.ts`. An operator corrects only their own
 * reports; board, player and reader correct none (RIGHTS_RULES).
 */
export const mayCorrectAll = (role: TokenRole): boolean => role === 'arbiter' || role === 'admin'

/** The rights of a reporter in the form that domain/decide takes. `isOwn`: whether they reported the event of this seq. */
export const reporterRights = (reporter: Reporter, isOwn: RoleRights['isOwn']): RoleRights => ({
  isArbiter: mayCorrectAll(reporter.role),
  isOwn,
  refusal: (report) => refusalToReport(reporter, report),
  refusalIn: (phase, type) => refusalNow(reporter, type, phase),
})
