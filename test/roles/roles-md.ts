/** Prints docs/roles.md from the table that the code asks: `npm run docs:roles`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { ARBITER_ONLY_DECISIONS } from '../../domain/decide/authority.ts'
import { PHASES } from '../../domain/decide/decide-reports.ts'
import { ACTORS_OF, EVENT_TYPES, type EventType } from '../../events/index.ts'
import { rightTo } from '../../functions/auth/rights.ts'
import { PERMISSIONS, TOKEN_ROLES, type TokenRole } from '../../functions/auth/roles.ts'

export const ROLES_MD = new URL('../../docs/roles.md', import.meta.url)

const [BEGIN, END] = ['<!-- printed: begin -->', '<!-- printed: end -->']

/** `any`: with every `by` the type takes. */
function cell(role: TokenRole, type: EventType): string {
  if (type === 'game-opened')
    return (PERMISSIONS['open-games'] as readonly TokenRole[]).includes(role) ? 'opens' : '–'
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
  const acts = Object.entries(PERMISSIONS) as [string, readonly TokenRole[]][]
  const lines = [
    row(['act', ...TOKEN_ROLES]),
    row(['---', ...TOKEN_ROLES.map(() => '---')]),
    ...acts.map(([act, roles]) =>
      row([act, ...TOKEN_ROLES.map((role) => (roles.includes(role) ? 'yes' : '–'))]),
    ),
    '',
    row(['report', ...TOKEN_ROLES]),
    row(['---', ...TOKEN_ROLES.map(() => '---')]),
    ...EVENT_TYPES.map((type) => row([`\`${type}\``, ...TOKEN_ROLES.map((role) => cell(role, type))])),
    '',
    'Even where the table says yes, only the role `arbiter` or `admin` may report what would be:',
    '',
    ...Object.values(ARBITER_ONLY_DECISIONS).map((decision) => `- ${decision}`),
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
