/** What a function's role may do in the database, read from the synthesised templates. */
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

/** The uses that no statement allows, or that one denies, as `ACTION ON`. `ids`: each table's logical id, by its name. */
export function unlawful(
  uses: Iterable<Use>,
  statements: readonly Statement[],
  ids: Readonly<Record<string, string>>,
): string[] {
  return [...uses].flatMap(({ action, on }) => {
    const [table = '', index] = on.split('/index/')
    const covering = statements.filter(
      ({ Action, Resource }) =>
        [Action].flat().includes(action) &&
        [Resource].flat().some((resource) => isOf(resource, ids[table]!, index)),
    )
    const may = covering.length > 0 && covering.every(({ Effect }) => Effect === 'Allow')
    return may ? [] : [`${action} ${on}`]
  })
}

/** Whether a resource, which is a reference to another stack's table or joined from one, is a table or that index of it. */
function isOf(resource: unknown, id: string, index: string | undefined): boolean {
  const text = JSON.stringify(resource)
  return text.includes(`GetAtt${id}Arn`) && /\/index\/([^"]*)/.exec(text)?.[1] === index
}
