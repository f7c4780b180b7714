/** The whole deployment of a stage, in seven stacks. */
import { type App, Tags } from 'aws-cdk-lib'
import type { Code } from './constructs/service-function.ts'
import { AnchoringStack } from './stacks/anchoring.ts'
import { ApiStack } from './stacks/api.ts'
import { DataStack } from './stacks/data.ts'
import { EdgeStack } from './stacks/edge.ts'
import { GuardStack } from './stacks/guard.ts'
import { ObservabilityStack } from './stacks/observability.ts'
import { ProjectionStack } from './stacks/projection.ts'
import type { DeploymentStage } from './stage.ts'

export interface Stacks {
  readonly data: DataStack
  readonly api: ApiStack
  readonly projection: ProjectionStack
  readonly anchoring: AnchoringStack
  readonly edge: EdgeStack
  readonly observability: ObservabilityStack
  readonly guard: GuardStack
}

export function createStacks(app: App, stage: DeploymentStage, code: Code): Stacks {
  const name = (part: string) => `touchmove-${stage.name}-${part}`
  const common = { terminationProtection: stage.deletionProtection }
  const data = new DataStack(app, name('data'), { ...common, stage })
  const api = new ApiStack(app, name('api'), { ...common, stage, data, code })
  const projection = new ProjectionStack(app, name('projection'), { ...common, stage, data, code })
  const anchoring = new AnchoringStack(app, name('anchoring'), { ...common, stage, data, projection, code })
  const edge = new EdgeStack(app, name('edge'), { ...common, stage, data, api })
  const observability = new ObservabilityStack(app, name('observability'), {
    ...common,
    stage,
    data,
    api,
    projection,
    anchoring,
  })
  const guard = new GuardStack(app, name('guard'), { ...common, stage, env: { region: 'us-east-1' } })
  Tags.of(app).add('application', 'touchmove')
  Tags.of(app).add('stage', stage.name)
  return { data, api, projection, anchoring, edge, observability, guard }
}
