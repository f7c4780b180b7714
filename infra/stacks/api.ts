/** The HTTP API for commands and reads, over a few functions, each with its own rights. */
import { CfnOutput, Duration, Fn, Stack, type StackProps } from 'aws-cdk-lib'
import { type CfnStage, HttpApi, HttpMethod, HttpNoneAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { ORIGIN_HEADER } from '../../functions/http/origin-header.ts'
import { ADMIN_ROUTES } from '../../functions/routes/admin-routes.ts'
import { TOKEN_ROUTES } from '../../functions/routes/tokens.ts'
import {
  allow,
  allowCatalogue,
  type Code,
  READ_COMMITS,
  READ_ITEMS,
  READ_WRITE_ITEMS,
  serviceFunction,
} from '../constructs/service-function.ts'
import { acknowledge } from '../policy-checks.ts'
import { type DeploymentStage, tokenKeyEnvironment, webhookEnvironment } from '../stage.ts'
import type { DataStack } from './data.ts'

/** The routes that the function `administration` answers. */
const ADMINISTERED = [...ADMIN_ROUTES, ...TOKEN_ROUTES]

/** What each function needs. */
type FunctionParts = Pick<ApiProps, 'stage' | 'data' | 'code'>

interface ApiProps extends StackProps {
  readonly stage: DeploymentStage
  readonly data: DataStack
  readonly code: Code
}

export class ApiStack extends Stack {
  readonly api: HttpApi
  readonly commands: Lambda
  readonly administration: Lambda
  readonly reads: Lambda
  readonly authorizer: Lambda
  readonly winnable: Lambda

  constructor(scope: Construct, id: string, { stage, data, code, ...props }: ApiProps) {
    super(scope, id, props)
    const common = { stage, data, code }

    this.commands = this.makeCommands(common)
    this.administration = this.makeAdministration(common)
    this.reads = this.makeReads(common)
    this.authorizer = this.makeAuthorizer(common)
    this.winnable = this.makeWinnable(common)
    this.api = new HttpApi(this, 'http', {
      apiName: `touchmove-${stage.name}`,
      // Routes that need no token are open in the API; each route decides itself, as in the host.
      defaultAuthorizer: new HttpNoneAuthorizer(),
    })
    this.addRoutes()
    this.logAccess(stage)
    this.throttle(stage)
    new CfnOutput(this, 'url', { value: this.api.apiEndpoint })
  }

  private makeCommands(common: FunctionParts): Lambda {
    const { data } = common
    const fn = serviceFunction(this, 'commands', {
      ...common,
      isBehindEdge: true,
      description: 'Writes: opens games, appends events, changes settings',
      memoryMb: 1769,
      timeout: Duration.seconds(15),
      // Reserved, so that readers never use up what reporters need.
      share: 0.3,
    })
    allow(fn, [...READ_COMMITS, 'dynamodb:PutItem'], data.commits.tableArn)
    allow(fn, READ_WRITE_ITEMS, data.persons.tableArn)
    allow(fn, [...READ_ITEMS, 'dynamodb:PutItem'], data.registry.tableArn)
    return fn
  }

  private makeAdministration(common: FunctionParts): Lambda {
    const { stage, data } = common
    const fn = serviceFunction(this, 'administration', {
      ...common,
      isBehindEdge: true,
      description: 'Administers: entries, webhooks, persons, tokens, views, synchronisation with other hosts',
      memoryMb: 1769,
      timeout: Duration.seconds(29),
      share: 0.05,
      environment: { ...webhookEnvironment(stage), ...tokenKeyEnvironment(stage) },
    })
    allow(fn, [...READ_COMMITS, 'dynamodb:PutItem'], data.commits.tableArn)
    allowCatalogue(fn, data.commits)
    allow(fn, READ_WRITE_ITEMS, data.views.tableArn)
    allow(fn, [...READ_ITEMS, 'dynamodb:PutItem', 'dynamodb:DeleteItem'], data.persons.tableArn)
    // What is still to be delivered to a webhook is deleted with it.
    allow(fn, [...READ_ITEMS, 'dynamodb:PutItem', 'dynamodb:DeleteItem'], data.registry.tableArn)

    if (stage.tokenKey !== undefined) allow(fn, ['kms:Sign', 'kms:GetPublicKey'], stage.tokenKey)
    return fn
  }

  private makeReads(common: FunctionParts): Lambda {
    const { data } = common
    const fn = serviceFunction(this, 'reads', {
      ...common,
      isBehindEdge: true,
      description: 'Reads: states, the record, feeds',
      memoryMb: 1769,
      timeout: Duration.seconds(15),
      share: 0.3,
    })
    allow(fn, READ_COMMITS, data.commits.tableArn)
    allow(fn, READ_ITEMS, data.persons.tableArn, data.registry.tableArn, data.views.tableArn)
    return fn
  }

  private makeAuthorizer(common: FunctionParts): Lambda {
    const { data } = common
    const fn = serviceFunction(this, 'authorizer', {
      ...common,
      isBehindEdge: true,
      description: 'Refuses requests without a valid token',
      memoryMb: 512,
      timeout: Duration.seconds(5),
      share: 0.1,
    })
    allow(fn, ['dynamodb:Query'], data.registry.tableArn)
    return fn
  }

  private makeWinnable({ stage, data, code }: FunctionParts): Lambda {
    const fn = serviceFunction(this, 'winnable', {
      stage,
      code,
      data: null,
      environment: { ORIGIN_SECRET: data.originSecret.secretValue.unsafeUnwrap() },
      description: 'Searches whether a side can still mate',
      memoryMb: 1769,
      timeout: Duration.seconds(29),
      // The search is expensive: a flood of requests starves only this function.
      share: 0.02,
    })
    return fn
  }

  /** Commands and administration are behind an authorizer; reads are open in the API, and their function checks tokens itself. */
  private addRoutes(): void {
    const behindToken = new HttpLambdaAuthorizer('token', this.authorizer, {
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      // The API itself refuses a request that lacks one of these headers, so that it costs no call; one with a made-up header of the
      // origin costs one call of the authorizer, which refuses it. Answers are cached by both.
      identitySource: ['$request.header.Authorization', `$request.header.${ORIGIN_HEADER}`],
      resultsCacheTtl: Duration.seconds(60),
    })
    const integrations = new Map(
      [this.commands, this.administration, this.reads, this.winnable].map((fn) => [
        fn,
        new HttpLambdaIntegration(`${fn.node.id}-integration`, fn),
      ]),
    )
    const integration = (fn: Lambda) => integrations.get(fn)!
    this.api.addRoutes({
      path: '/{proxy+}',
      methods: [HttpMethod.POST, HttpMethod.PATCH, HttpMethod.PUT, HttpMethod.DELETE],
      integration: integration(this.commands),
      authorizer: behindToken,
    })
    for (const { method, path } of ADMINISTERED.filter(({ method }) => method !== 'GET'))
      this.api.addRoutes({
        path,
        methods: [HttpMethod[method]],
        integration: integration(this.administration),
        authorizer: behindToken,
      })
    const open = [
      ...ADMINISTERED.filter(({ method }) => method === 'GET').flatMap(({ path }) =>
        this.api.addRoutes({
          path,
          methods: [HttpMethod.GET, HttpMethod.HEAD],
          integration: integration(this.administration),
        }),
      ),
      ...this.api.addRoutes({
        path: '/{proxy+}',
        // A browser asks with OPTIONS, and without a token, whether another site's page may read a feed.
        methods: [HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS],
        integration: integration(this.reads),
      }),
      ...this.api.addRoutes({
        path: '/winnable',
        methods: [HttpMethod.GET, HttpMethod.HEAD],
        integration: integration(this.winnable),
      }),
    ]
    for (const route of open)
      acknowledge(
        route,
        'APIG4',
        'The public part is open; what is not wants a token, which the function checks as the host does.',
      )
  }

  private get defaultStage(): CfnStage {
    return this.api.defaultStage!.node.defaultChild as CfnStage
  }

  /** Logs each request and how it was answered, without address, token or body. */
  private logAccess(stage: DeploymentStage): void {
    const log = new LogGroup(this, 'access', {
      retention: stage.logRetention,
      removalPolicy: stage.removalPolicy,
    })
    this.defaultStage.accessLogSettings = {
      destinationArn: log.logGroupArn,
      format: JSON.stringify({
        requestId: '$context.requestId',
        method: '$context.httpMethod',
        path: '$context.path',
        status: '$context.status',
        latency: '$context.responseLatency',
        error: '$context.integrationErrorMessage',
      }),
    }
  }

  /** Limits how many requests the API takes a second. */
  private throttle({ apiRate }: DeploymentStage): void {
    this.defaultStage.defaultRouteSettings = {
      throttlingBurstLimit: Math.ceil(apiRate / 2),
      throttlingRateLimit: apiRate,
    }
  }

  /** The API's host name, for CloudFront. */
  get hostName(): string {
    return Fn.select(2, Fn.split('/', this.api.apiEndpoint))
  }
}
