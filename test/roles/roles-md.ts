/** Prints docs/roles.md from the table that the code asks: `npm run docs:roles`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { ARBITERS_DECISIONS } from '../../domain/decide/authority.ts'
import { ACTORS_OF, EVENT_TYPES, type EventType } from '../../events/index.ts'
import { PHASES, rightTo } from '../../functions/auth/rights.ts'
import { ACTS, ROLES, type Role } from '../../functions/auth/roles.ts'

export const ROLES_MD = new URL('../../docs/roles.md', import.meta.url)

const [BEGIN, END] = ['<!-- printed: begin -->', '<!-- printed: end -->']

/** `any`: with every `by` the type takes. */
function cell(role: Role, type: EventType): string {
  if (type === 'game-opened') return (ACTS['open-games'] as readonly Role[]).includes(role) ? 'opens' : '–'
  const right = rightTo(role, type)
  if (right === null) return '–'
  const by =
    right.by === 'own'
      ? 'own colour'
      : right.by.length === ACTORS_OF[type].length
        ? 'any'
        : right.by.join(', ')
  return right.phases.length === PHASES.length ? by : `${by}; ${right.phases.join(', ')}`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function printed(): string {
  const acts = Object.entries(ACTS) as [string, readonly Role[]][]
  const lines = [
    row(['act', ...ROLES]),
    row(['---', ...ROLES.map(() => '---')]),
    ...acts.map(([act, roles]) => row([act, ...ROLES.map((role) => (roles.includes(role) ? 'yes' : '–'))])),
    '',
    row(['report', ...ROLES]),
    row(['---', ...ROLES.map(() => '---')]),
    ...EVENT_TYPES.map((type) => row([`\`${type}\``, ...ROLES.map((role) => cell(role, type))])),
    '',
    'What a role may report is the arbiter’s all the same (role `arbiter` or `admin`) where it would be:',
    '',
    ...Object.values(ARBITERS_DECISIONS).map((decision) => `- ${decision}`),
  ]
  return `${BEGIN}\n\n${lines.join('\n')}\n\n${END}`
}

/** The document with its tables printed anew. */
export function rolesDocument(document: string): string {
  const [before, after] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (before < 0 || after < before) throw new Error(`docs/roles.md has lost its marks ${BEGIN} and ${END}`)
  return document.slice(0, before) + printed() + document.slice(after + END.length)
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(ROLES_MD, rolesDocument(readFileSync(ROLES_MD, 'utf8')))
