/** The AWS Solutions rules over every stack, as a validation that fails the synthesis; each exception with its reason. */
import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import type { IConstruct } from 'constructs'

export function policyChecks(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
}

/** Lets a construct break one rule (`S1`, `IAM5[Resource::…]`), for a reason a reviewer can weigh. */
export function acknowledge(construct: IConstruct, rule: string, reason: string): void {
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${rule}`, reason })
}
