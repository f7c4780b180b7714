/** Who may report what: for each role the types and the actors (`by`) it may speak for. */
import type { Actor, EventType } from '../../events/index.ts'
import type { Role } from './roles.ts'

/** Acts that need the arbiter's own authority (Article 12), whoever types them in. */
const RULINGS: readonly EventType[] = [
  'claim-decided',
  'irregularity-noticed',
  'position-restored',
  'penalty-imposed',
  'time-granted',
  'appeal-decided',
  'clock-set',
]

interface Right {
  /** Types this role never reports. */
  readonly except: readonly EventType[]
  readonly by: readonly Actor[]
  /** What it may report as done by the arbiter, where `by` does not hold him: acts that decide nothing. */
  readonly relays: readonly EventType[]
}

const ANYBODY: readonly Actor[] = ['white', 'black', 'arbiter', 'assistant', 'operator', 'board', 'clock']

/** A role that is not here reports nothing. A board's and a player's lines go here. */
const RIGHTS: Partial<Record<Role, Right>> = {
  admin: { except: [], by: ANYBODY, relays: [] },
  arbiter: { except: [], by: ANYBODY, relays: [] },
  operator: {
    except: RULINGS,
    by: ['white', 'black', 'assistant', 'operator', 'board', 'clock'],
    relays: [
      'player-arrived',
      'session-started',
      'clocks-stopped',
      'clocks-started',
      'pieces-restored',
      'incident-recorded',
      'game-adjourned',
      'play-resumed',
    ],
  },
}

/** Why this role may not report such an event, or null if it may. */
export function refusalToReport(role: Role, event: { type: EventType; by: Actor }): string | null {
  const right = RIGHTS[role]
  if (right === undefined) return `the role ${role} reports no events`
  if (right.except.includes(event.type))
    return `the role ${role} may not report ${event.type}: it is the arbiter's ruling`
  if (right.by.includes(event.by) || (event.by === 'arbiter' && right.relays.includes(event.type)))
    return null
  return `the role ${role} may not report ${event.type} by ${event.by}`
}

/** Whether a role may correct any report. Others correct their own. */
export const mayCorrectAll = (role: Role): boolean => role === 'arbiter' || role === 'admin'
