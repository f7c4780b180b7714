/** The environment of a deployed function: checked once at start, with one error that names all that is wrong. */
import * as z from 'zod'
import type { KeyRecord } from '../auth/keyring.ts'
import type { TableNames } from '../store/tables.ts'

const jwks = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'no JSON' })
      return z.NEVER
    }
  })
  .pipe(z.array(z.custom<KeyRecord>((key) => typeof key === 'object' && key !== null && 'kid' in key)).min(1))

const settings = z.object({
  /** Read by the SDK, as are the role's credentials; named here so that a start without it says so. */
  AWS_REGION: z.string().min(1),
  TABLE_COMMITS: z.string().min(1),
  TABLE_PERSONS: z.string().min(1),
  TABLE_REGISTRY: z.string().min(1),
  TABLE_VIEWS: z.string().min(1),
  /** The public halves of the keys that sign tokens, newest first: functions check tokens and mint none. */
  TOKEN_KEYS: jwks,
  /** Openings are divided among partitions of the catalogue (`dividesOpenings` in store/dynamodb-commit-log.ts). */
  DIVIDED_OPENINGS: z.literal('yes').optional(),
  /** Another database than the region's own: the tests' embedded one. */
  DYNAMODB_ENDPOINT: z.string().refine(URL.canParse, { error: 'no URL' }).optional(),
})

export interface Environment {
  readonly tables: TableNames
  readonly tokenKeys: readonly KeyRecord[]
  readonly dividesOpenings: boolean
  readonly endpoint: string | undefined
}

/** Throws one Error that names every variable at fault and what it must be; values are not quoted, for they may be secret. */
export function readSettings<S extends z.ZodType>(
  schema: S,
  variables: Readonly<Record<string, string | undefined>>,
): z.output<S> {
  const parsed = schema.safeParse(variables)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path[0]?.toString()}: ${message}`)
  throw new Error(`the function's environment is not complete: ${faults.join('; ')}`)
}

export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const values = readSettings(settings, variables)
  return {
    tables: {
      commits: values.TABLE_COMMITS,
      persons: values.TABLE_PERSONS,
      registry: values.TABLE_REGISTRY,
      views: values.TABLE_VIEWS,
    },
    tokenKeys: values.TOKEN_KEYS,
    dividesOpenings: values.DIVIDED_OPENINGS === 'yes',
    endpoint: values.DYNAMODB_ENDPOINT,
  }
}
