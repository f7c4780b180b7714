/** The CDK app: `npx cdk synth`, `npx cdk deploy --all -c stage=prod`. */
import { App } from 'aws-cdk-lib'
import { bundleFunctions } from './bundles.ts'
import { policyChecks } from './policy-checks.ts'
import { stageOf } from './stage.ts'
import { createStacks } from './touchmove.ts'

const app = new App()
const stage = stageOf((key) => app.node.tryGetContext(key))
createStacks(app, stage, await bundleFunctions('cdk.out/functions'))
policyChecks(app)
app.synth()
