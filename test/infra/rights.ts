/** What a function's role may do, read from the synthesised templates, beside what the function was overheard to do. */
import type { FunctionName } from '../../infra/bundles.ts'
import type { Synthesised } from './kit.ts'
import type { Use } from './overheard.ts'

export interface Statement {
  readonly Effect: 'Allow' | 'Deny'
  readonly Action: string | readonly string[]
  readonly Resource: unknown
}

/** The statements of all policies of the function's role. */
export function statementsOf({ templates }: Synthesised, name: FunctionName): Statement[] {
  for (const template of Object.values(templates)) {
    const made = Object.entries(template.findResources('AWS::Lambda::Function'))
    const found = made.find(([id]) => id.replace(/[0-9A-F]{8}$/, '') === name)
    if (found === undefined) continue
    const role = found[1]['Properties'].Role['Fn::GetAtt'][0] as string
    return Object.values(template.findResources('AWS::IAM::Policy'))
      .filter(({ Properties }) => Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Statement[])
  }
  throw new Error(`no template has the function ${name}`)
}

/** The names under which the functions know tables, bucket and key, by logical id in the data stack's template. */
export type Names = Readonly<Record<string, string>>

/** What Lambda does in a function's name: it writes the log, reads the table's stream, queues what failed and sends traces. */
const PLATFORM =
  /^(?:logs:(?:CreateLogStream|PutLogEvents)|dynamodb:(?:ListStreams|DescribeStream|GetRecords|GetShardIterator)|sqs:(?:SendMessage|GetQueueAttributes|GetQueueUrl)|xray:Put(?:TraceSegments|TelemetryRecords))$/

export interface Compared {
  /** What the function did and no statement allows, or one denies. */
  readonly missing: readonly string[]
  /** What is allowed and the function never did. */
  readonly superfluous: readonly string[]
}

/** Both as `ACTION ON`, in order. */
export function compare(uses: Iterable<Use>, statements: readonly Statement[], names: Names): Compared {
  const rights = (effect: Statement['Effect']) =>
    statements
      .filter(({ Effect }) => Effect === effect)
      .flatMap(({ Action, Resource }) =>
        [Action]
          .flat()
          .flatMap((action) =>
            [Resource].flat().map((resource) => ({ action, on: nameOf(resource, names) })),
          ),
      )
      .filter(({ action, on }) => on !== null || !PLATFORM.test(action))
  const denied = rights('Deny')
  const allowed = rights('Allow')
  const done = [...uses]
  const isDone = (right: Right) => done.some((use) => covers(right, use))
  return {
    missing: done
      .filter(
        (use) => !allowed.some((right) => covers(right, use)) || denied.some((right) => covers(right, use)),
      )
      .map(text)
      .sort(),
    superfluous: [...new Set(allowed.filter((right) => !isDone(right)).map(text))].sort(),
  }
}

interface Right {
  readonly action: string
  /** Null: something else than tables, bucket and key. */
  readonly on: string | null
}

const text = ({ action, on }: Right): string => `${action} ${on ?? 'what no function is told of'}`

const covers = (right: Right, use: Use): boolean =>
  right.action === use.action &&
  (right.on === use.on || (right.on?.endsWith('/*') === true && use.on.startsWith(right.on.slice(0, -1))))

/** What a resource is: `TABLE`, `TABLE/index/NAME`, `KEY`, `BUCKET/PREFIX/*`; it refers to the data stack or is joined from that. */
function nameOf(resource: unknown, names: Names): string | null {
  // What lies outside the stacks is named in full.
  if (typeof resource === 'string') return names[resource] ?? null
  const found = /GetAtt(\w+?)Arn[0-9A-F]{8}"\}(?:,"(\/[^"]*)")?/.exec(JSON.stringify(resource))
  const name = found === null ? undefined : names[found[1]!]
  return name === undefined ? null : `${name}${found?.[2] ?? ''}`
}
