/** The synthesised templates of a stage, with code folders that hold next to nothing. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { FUNCTIONS, type FunctionName } from '../../infra/bundles.ts'
import type { Code } from '../../infra/constructs/service-function.ts'
import { stageOf } from '../../infra/stage.ts'
import { createStacks, type Stacks } from '../../infra/touchmove.ts'
import { temporaryFolder } from '../kit/command.ts'

export interface Synthesised {
  readonly app: App
  readonly stacks: Stacks
  readonly templates: Readonly<Record<keyof Stacks, Template>>
}

/** CDK's own rules only warn, which no test reads, and take ten times as long as the synthesis. Our rules stay (policy-checks.ts). */
process.env['CDK_VALIDATION'] = 'false'

export function synthesise(context: Readonly<Record<string, string>>): Synthesised {
  const app = new App({ outdir: temporaryFolder().path })
  const stacks = createStacks(
    app,
    stageOf((key) => context[key]),
    emptyCode(),
  )
  const templates = Object.fromEntries(
    Object.entries(stacks).map(([name, stack]) => [name, Template.fromStack(stack)]),
  ) as Record<keyof Stacks, Template>
  return { app, stacks, templates }
}

let known: Synthesised | null = null

/** A key that signs tokens, in an account that does not exist. */
export const TOKEN_KEY = 'arn:aws:kms:eu-central-1:000000000000:key/token'

/** The stage `dev`, made once for all who only read its templates. */
export function devStage(): Synthesised {
  known ??= synthesise({ stage: 'dev', tokenKey: TOKEN_KEY })
  return known
}

/** A log line that an alarm counts, or of which it takes a field, and the function that writes it. */
export interface AlarmedLine {
  readonly event: string
  readonly by: FunctionName
  readonly field: string | null
}

/** What the metric filters of a stage read. */
export function alarmedLines({ templates }: Pick<Synthesised, 'templates'>): readonly AlarmedLine[] {
  const filters = Object.entries(templates.observability.findResources('AWS::Logs::MetricFilter'))
  return filters.map(([id, { Properties }]) => {
    const [, event] = /^\{ \$\.event = "([\w-]+)" \}$/.exec(Properties.FilterPattern) ?? []
    const by = FUNCTIONS.find((name) => new RegExp(`lines${name}[0-9A-F]{8}$`).test(id))
    if (event === undefined || by === undefined) throw new Error(`${id}: ${Properties.FilterPattern}`)
    const value = String(Properties.MetricTransformations[0].MetricValue)
    return { event, by, field: value.startsWith('$.') ? value.slice(2) : null }
  })
}

function emptyCode(): Code {
  const folder = temporaryFolder().path
  return Object.fromEntries(
    FUNCTIONS.map((name) => {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'index.js'), `exports.handler = async () => '${name}'\n`)
      return [name, join(folder, name)]
    }),
  ) as unknown as Code
}
