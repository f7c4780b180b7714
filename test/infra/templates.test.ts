import { readFileSync } from 'node:fs'
import { Match } from 'aws-cdk-lib/assertions'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { beforeAll, expect, test } from 'vitest'
import { PAGE_POLICY } from '../../functions/console/policy.ts'
import { ALL_TABLES } from '../../functions/store/tables.ts'
import { FUNCTIONS } from '../../infra/bundles.ts'
import { policyChecks } from '../../infra/policy-checks.ts'
import { stageOf } from '../../infra/stage.ts'
import { alarmedLines, type Synthesised, synthesise } from './kit.ts'

let prod: Synthesised

beforeAll(() => {
  prod = synthesise({
    ...{
      stage: 'prod',
      alarmEmail: 'arbiter@example.org',
      distributionId: 'E2SITE',
      webAclArn: 'acl',
      maxReadUnits: '20000',
    },
  })
}, 180_000)

interface Resource {
  // biome-ignore lint/suspicious/noExplicitAny: a template's properties have no types
  readonly Properties: any
}

const STACKS_OF_FUNCTIONS = ['api', 'projection', 'anchoring'] as const

const resources = (of: keyof Synthesised['templates'], type: string): Resource[] =>
  Object.values(prod.templates[of].findResources(type)) as Resource[]

test('the record is keyed by stream and number, streams its keys, can be restored to a second and is not deleted by mistake', () => {
  prod.templates.data.hasResource('AWS::DynamoDB::GlobalTable', {
    DeletionPolicy: 'Retain',
    Properties: Match.objectLike({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: Match.arrayWith([{ AttributeName: 'sk', AttributeType: 'N' }]),
      GlobalSecondaryIndexes: [
        Match.objectLike({ IndexName: 'catalogue', Projection: { ProjectionType: 'KEYS_ONLY' } }),
      ],
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
      Replicas: [
        Match.objectLike({
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        }),
      ],
    }),
  })
})

test('the table itself denies everybody the changing and deleting of commits', () => {
  const [commits] = resources('data', 'AWS::DynamoDB::GlobalTable').filter(
    ({ Properties }) => Properties.StreamSpecification !== undefined,
  )
  const [statement] = commits!.Properties.Replicas[0].ResourcePolicy.PolicyDocument.Statement
  expect(statement).toMatchObject({ Effect: 'Deny', Principal: { AWS: '*' } })
  expect(statement.Action).toEqual(
    expect.arrayContaining(['dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:DeleteTable']),
  )
  // Save the service's own role, without which the table could have no replica in another region.
  expect(statement.Condition).toEqual({
    ArnNotLike: {
      'aws:PrincipalArn': expect.stringMatching(
        /:role\/aws-service-role\/replication\.dynamodb\.amazonaws\.com\/AWSServiceRoleForDynamoDBReplication$/,
      ),
    },
  })
})

test('every function that knows the tables is denied the changing of commits by its own role as well', () => {
  for (const stack of STACKS_OF_FUNCTIONS) {
    const knowing = resources(stack, 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.Environment?.Variables.TABLE_COMMITS !== undefined,
    )
    const denying = resources(stack, 'AWS::IAM::Policy').filter(({ Properties }) =>
      Properties.PolicyDocument.Statement.some(
        // biome-ignore lint/suspicious/noExplicitAny: a template's statement
        (statement: any) => statement.Effect === 'Deny' && statement.Sid === 'CommitsAreNeverChanged',
      ),
    )
    expect(knowing.length).toBeGreaterThan(0)
    expect(denying).toHaveLength(knowing.length)
  }
})

test('one role a function, and no action of any policy is a wildcard', () => {
  for (const stack of STACKS_OF_FUNCTIONS) {
    const functions = resources(stack, 'AWS::Lambda::Function')
    const roles = functions.map(({ Properties }) => JSON.stringify(Properties.Role))
    expect(new Set(roles).size).toBe(functions.length)
    for (const { Properties } of resources(stack, 'AWS::IAM::Policy'))
      for (const { Action } of Properties.PolicyDocument.Statement)
        for (const action of [Action].flat()) expect(action).not.toContain('*')
  }
})

test('only the functions that write may put a commit', () => {
  const writing = STACKS_OF_FUNCTIONS.flatMap((stack) =>
    Object.entries(prod.templates[stack].findResources('AWS::IAM::Policy')).filter(([, { Properties }]) =>
      Properties.PolicyDocument.Statement.some(
        // biome-ignore lint/suspicious/noExplicitAny: a template's statement
        ({ Effect, Action, Resource }: any) =>
          Effect === 'Allow' &&
          [Action].flat().includes('dynamodb:PutItem') &&
          JSON.stringify(Resource).includes('commits'),
      ),
    ),
  )
  expect(writing.map(([id]) => id.replace(/role.*/, '')).sort()).toEqual(['administration', 'commands'])
})

test('functions run on ARM with a current Node and keep their logs for a year', () => {
  for (const stack of STACKS_OF_FUNCTIONS) {
    for (const { Properties } of resources(stack, 'AWS::Lambda::Function'))
      expect(Properties).toMatchObject({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
        Handler: 'index.handler',
        // Stack traces name the sources.
        Environment: { Variables: { NODE_OPTIONS: '--enable-source-maps' } },
      })
    for (const { Properties } of resources(stack, 'AWS::Logs::LogGroup'))
      expect(Properties.RetentionInDays).toBe(365)
  }
})

test('what each function and the rebuild did is traced, and they may say so', () => {
  for (const stack of STACKS_OF_FUNCTIONS) {
    const functions = resources(stack, 'AWS::Lambda::Function')
    for (const { Properties } of functions) expect(Properties.TracingConfig).toEqual({ Mode: 'Active' })
    const tracing = resources(stack, 'AWS::IAM::Policy').filter(({ Properties }) =>
      Properties.PolicyDocument.Statement.some(({ Action, Effect }: { Action: unknown; Effect: string }) => {
        const actions = [Action].flat()
        return (
          Effect === 'Allow' &&
          actions.includes('xray:PutTraceSegments') &&
          actions.includes('xray:PutTelemetryRecords')
        )
      }),
    )
    const machines = resources(stack, 'AWS::StepFunctions::StateMachine')
    for (const { Properties } of machines) expect(Properties.TracingConfiguration).toEqual({ Enabled: true })
    expect(tracing, stack).toHaveLength(functions.length + machines.length)
  }
  expect(resources('projection', 'AWS::StepFunctions::StateMachine')).toHaveLength(1)
})

test('a record of poison holds no shard: halved, tried five times, put aside before the stream forgets it', () => {
  prod.templates.projection.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    BatchSize: 100,
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    MaximumRetryAttempts: 5,
    ParallelizationFactor: 10,
    MaximumRecordAgeInSeconds: 21_600,
    DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
    StartingPosition: 'TRIM_HORIZON',
  })
})

test('what a token opens is cached under the token, and the whole query is part of the key', () => {
  prod.templates.edge.hasResourceProperties('AWS::CloudFront::CachePolicy', {
    CachePolicyConfig: Match.objectLike({
      DefaultTTL: 0,
      ParametersInCacheKeyAndForwardedToOrigin: Match.objectLike({
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Authorization', 'Accept'] },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
        EnableAcceptEncodingBrotli: true,
      }),
    }),
  })
})

test('delayed feeds have a path of their own', () => {
  const [site] = resources('edge', 'AWS::CloudFront::Distribution')
  const behaviours = site!.Properties.DistributionConfig.CacheBehaviors as {
    PathPattern: string
    CachePolicyId: unknown
  }[]
  const cachedBy = (path: string) => behaviours.find(({ PathPattern }) => PathPattern === path)?.CachePolicyId
  expect(cachedBy('/delayed/*')).toHaveProperty('Ref')
})

test('the page comes from its bucket under the policy that the host gives it, and index.html is what / serves', () => {
  const [policy] = resources('edge', 'AWS::CloudFront::ResponseHeadersPolicy')
  const security = policy!.Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig
  expect(security.ContentSecurityPolicy).toEqual({ ContentSecurityPolicy: PAGE_POLICY, Override: true })
  const [site] = resources('edge', 'AWS::CloudFront::Distribution')
  const { DefaultRootObject, DefaultCacheBehavior, CacheBehaviors } = site!.Properties.DistributionConfig
  expect(DefaultRootObject).toBe('index.html')
  expect(DefaultCacheBehavior.ResponseHeadersPolicyId).toHaveProperty('Ref')
  // The page's files are asked for as /console/NAME: no other behaviour may take them from the bucket.
  for (const { PathPattern } of CacheBehaviors)
    expect('/console/main-ABC.js').not.toMatch(new RegExp(`^${PathPattern.replaceAll('*', '.*')}$`))
  prod.templates.edge.hasOutput('*', { Value: { Ref: Match.stringLikeRegexp('console') } })
})

test('writing needs a token, which the same check as the host’s judges', () => {
  const routes = resources('api', 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties)
  for (const { RouteKey, AuthorizationType } of routes)
    expect([RouteKey, AuthorizationType]).toEqual([
      RouteKey,
      /^(GET|HEAD|OPTIONS) /.test(RouteKey) ? 'NONE' : 'CUSTOM',
    ])
  expect(routes.some(({ RouteKey }) => RouteKey === 'POST /{proxy+}')).toBe(true)
})

test('each alarm names the runbooks and reaches the topic', () => {
  const alarms = resources('observability', 'AWS::CloudWatch::Alarm')
  expect(alarms.length).toBeGreaterThanOrEqual(8)
  for (const { Properties } of alarms) {
    expect(Properties.AlarmDescription).toMatch(/docs\/operations\.md$/)
    expect(Properties.AlarmActions).toHaveLength(1)
  }
})

test('a game that cannot be folded rings at the first line that says so', () => {
  prod.templates.observability.hasResourceProperties('AWS::Logs::MetricFilter', {
    FilterPattern: '{ $.event = "stream-set-aside" }',
    MetricTransformations: [
      Match.objectLike({ MetricName: 'quarantined', MetricNamespace: 'Touchmove/prod' }),
    ],
  })
  prod.templates.observability.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'quarantined',
    Namespace: 'Touchmove/prod',
    Threshold: 1,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  })
})

test('stages of one account count their log lines apart, and alarms look at those of their own', () => {
  const spacesOf = ({ templates }: typeof prod) => {
    const filters = Object.values(templates.observability.findResources('AWS::Logs::MetricFilter'))
    const alarms = Object.values(templates.observability.findResources('AWS::CloudWatch::Alarm'))
    const filled = filters.flatMap(
      ({ Properties }) => Properties.MetricTransformations as { MetricNamespace: string }[],
    )
    const watched = alarms.map(({ Properties }) => String(Properties.Namespace))
    return {
      filled: [...new Set(filled.map((each) => each.MetricNamespace))],
      watched: [...new Set(watched)].filter((space) => space.startsWith('Touchmove')),
    }
  }
  expect(spacesOf(prod)).toEqual({ filled: ['Touchmove/prod'], watched: ['Touchmove/prod'] })
  expect(spacesOf(synthesise({ stage: 'dev' }))).toEqual({
    filled: ['Touchmove/dev'],
    watched: ['Touchmove/dev'],
  })
})

test('the API takes 4,000 requests a second unless the deployment says how many', () => {
  const settingsOf = ({ templates }: typeof prod) =>
    Object.values(templates.api.findResources('AWS::ApiGatewayV2::Stage')).map(
      ({ Properties }) => Properties.DefaultRouteSettings,
    )
  expect(settingsOf(prod)).toEqual([{ ThrottlingBurstLimit: 2000, ThrottlingRateLimit: 4000 }])
  expect(settingsOf(synthesise({ stage: 'dev', apiRate: '9001' }))).toEqual([
    { ThrottlingBurstLimit: 4501, ThrottlingRateLimit: 9001 },
  ])
  for (const apiRate of ['0', 'many'])
    expect(() => stageOf((key) => ({ apiRate })[key])).toThrow(/-c apiRate: a whole number from 1 on/)
})

test('openings are divided among partitions of the catalogue only where the deployment says so', () => {
  const variablesOf = ({ templates }: typeof prod) =>
    Object.values(templates.api.findResources('AWS::Lambda::Function')).flatMap(
      ({ Properties }) => Properties.Environment?.Variables?.DIVIDED_OPENINGS ?? [],
    )
  expect(variablesOf(prod)).toEqual([])
  const divided = variablesOf(synthesise({ stage: 'dev', divideOpenings: 'yes' }))
  expect(divided.length).toBeGreaterThan(2)
  expect(new Set(divided)).toEqual(new Set(['yes']))
  expect(() => stageOf((key) => ({ divideOpenings: 'maybe' })[key])).toThrow(
    /-c divideOpenings: it is yes or no/,
  )
})

test('the page’s bucket is emptied where it goes with its stack, and stays as it is in production', () => {
  const emptied = ({ templates }: typeof prod) =>
    Object.values(templates.edge.findResources('Custom::S3AutoDeleteObjects')).length
  expect([emptied(synthesise({ stage: 'dev' })), emptied(prod)]).toEqual([1, 0])
})

test('no error is cached at the edge longer than it lasts', () => {
  const [distribution] = resources('edge', 'AWS::CloudFront::Distribution')
  const { CustomErrorResponses } = distribution!.Properties.DistributionConfig
  const statuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]
  expect(CustomErrorResponses).toEqual(statuses.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })))
})

test('the API’s functions and the edge share a secret that no template holds', () => {
  const [distribution] = resources('edge', 'AWS::CloudFront::Distribution')
  const origins = JSON.stringify(distribution!.Properties.DistributionConfig.Origins)
  expect(origins).toContain('x-touchmove-origin')
  expect(origins).toContain('{{resolve:secretsmanager:')
  const reported = resources('api', 'AWS::Lambda::Function')
    .map(({ Properties }) => Properties.Environment.Variables.ORIGIN_SECRET)
    .filter((secret) => secret !== undefined)
  expect(reported).toHaveLength(5)
  for (const secret of reported) expect(JSON.stringify(secret)).toContain('{{resolve:secretsmanager:')
})

test('a request past the edge is refused by the API itself, before a function is called', () => {
  prod.templates.api.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
    IdentitySource: ['$request.header.Authorization', '$request.header.x-touchmove-origin'],
  })
})

test('a rate rule stands before the edge where it is asked for, and errors of the edge ring where their figures are', () => {
  const [distribution] = resources('edge', 'AWS::CloudFront::Distribution')
  expect(distribution!.Properties.DistributionConfig.WebACLId).toBe('acl')
  expect(prod.stacks.guard.region).toBe('us-east-1')
  prod.templates.guard.hasResourceProperties('AWS::WAFv2::WebACL', {
    Scope: 'CLOUDFRONT',
    Rules: [Match.objectLike({ Statement: { RateBasedStatement: Match.objectLike({ Limit: 60_000 }) } })],
  })
  prod.templates.guard.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: '5xxErrorRate',
    Dimensions: Match.arrayWith([{ Name: 'DistributionId', Value: 'E2SITE' }]),
    AlarmActions: [Match.anyValue()],
    AlarmDescription: Match.stringLikeRegexp('docs/operations.md$'),
  })
})

test('each table has a ceiling', () => {
  for (const { Properties } of resources('data', 'AWS::DynamoDB::GlobalTable')) {
    expect(Properties.WriteOnDemandThroughputSettings).toEqual({ MaxWriteRequestUnits: 4_000 })
    expect(Properties.Replicas[0].ReadOnDemandThroughputSettings).toEqual({ MaxReadRequestUnits: 20_000 })
  }
  expect(() => stageOf((key) => ({ maxWriteUnits: '0' })[key])).toThrow(/-c maxWriteUnits/)
})

test('record and registry have backups of ten years in a vault that nobody shortens, and persons, who may be erased, have none', () => {
  prod.templates.data.hasResourceProperties('AWS::Backup::BackupVault', {
    LockConfiguration: { MinRetentionDays: 36, ChangeableForDays: 3 },
  })
  prod.templates.data.hasResourceProperties('AWS::Backup::BackupPlan', {
    BackupPlan: { BackupPlanRule: [Match.objectLike({ Lifecycle: { DeleteAfterDays: 3650 } })] },
  })
  const [selection] = resources('data', 'AWS::Backup::BackupSelection')
  const tables = JSON.stringify(selection!.Properties.BackupSelection.Resources)
  expect(
    [...tables.matchAll(/"(commits|persons|registry|views)[0-9A-F]{8}"/g)].map(([, table]) => table),
  ).toEqual(['commits', 'registry'])
})

test('what is named for the whole account is named with its region, so that two regions do not collide', () => {
  const names = [
    ...resources('edge', 'AWS::CloudFront::CachePolicy').map(
      ({ Properties }) => Properties.CachePolicyConfig.Name,
    ),
    ...resources('edge', 'AWS::CloudFront::ResponseHeadersPolicy').map(
      ({ Properties }) => Properties.ResponseHeadersPolicyConfig.Name,
    ),
    ...resources('observability', 'AWS::CloudWatch::Dashboard').map(
      ({ Properties }) => Properties.DashboardName,
    ),
  ]
  expect(names).toHaveLength(3)
  for (const name of names) expect(JSON.stringify(name)).toContain('{"Ref":"AWS::Region"}')
})

/** What is named in one place for all regions of an account, or for everybody. Names of tables, topics and vaults are a region's. */
const EVERYWHERE = [
  'BucketName',
  'GroupName',
  'InstanceProfileName',
  'ManagedPolicyName',
  'RoleName',
  'UserName',
]

test('a second region deploys the same templates: nothing in them has a name that the first one took', () => {
  for (const [stack, template] of Object.entries(prod.templates)) {
    // The guard stands in one region, for all of them.
    if (stack === 'guard') continue
    const made = (template.toJSON() as { Resources: Record<string, Resource> }).Resources
    for (const [id, { Properties = {} }] of Object.entries(made))
      expect([stack, id, EVERYWHERE.filter((property) => property in Properties)]).toEqual([stack, id, []])
  }
})

test('the guard watches the distribution of each region', () => {
  const { templates } = synthesise({ stage: 'dev', distributionId: 'E1,E2' })
  const watched = Object.values(templates.guard.findResources('AWS::CloudWatch::Alarm')).map(
    ({ Properties }) =>
      Properties.Dimensions.find(({ Name }: { Name: string }) => Name === 'DistributionId').Value,
  )
  expect(watched).toEqual(['E1', 'E2'])
  expect(() => stageOf((key) => ({ distributionId: 'E1, https://x' })[key])).toThrow(/-c distributionId/)
})

test('what must not go unseen has an alarm', () => {
  const names = Object.keys(prod.templates.observability.findResources('AWS::CloudWatch::Alarm'))
  // Those that the table's stream calls.
  const consumers = STACKS_OF_FUNCTIONS.flatMap((stack) =>
    resources(stack, 'AWS::Lambda::EventSourceMapping').map(
      ({ Properties }) => /^[a-z]+/.exec(Properties.FunctionName.Ref)![0],
    ),
  )
  expect(consumers.sort()).toEqual(['anchorer', 'projector'])
  for (const wanted of [
    ...FUNCTIONS.flatMap((fn) => [`${fn}errors`, `${fn}throttles`]),
    ...consumers.map((fn) => `${fn}lag`),
    ...['deadletters', 'rebuildfailed', 'quarantined', 'notprocessed', 'notstored', 'faults', 'unanchored'],
    ...['unwitnessed', 'logcontradicted', 'servererrors', 'clockoffset'],
    ...ALL_TABLES.flatMap((table) => [`${table}throttled`, `${table}systemerrors`]),
  ])
    expect([wanted, names.filter((name) => name.startsWith(wanted)).length]).toEqual([wanted, 1])
})

test('a line that an alarm counts is counted for each function whose own code writes it', () => {
  const lines = alarmedLines(prod)
  const alarmed = new Set(lines.map(({ event }) => event))
  const written = FUNCTIONS.flatMap((by) => {
    const source = readFileSync(new URL(`../../functions/lambda/${by}.ts`, import.meta.url), 'utf8')
    return [...source.matchAll(/write\('\w+', '([\w-]+)'/g)].map(([, event]) => `${by} ${event}`)
  }).filter((each) => alarmed.has(each.split(' ')[1]!))
  const counted = lines.map(({ by, event }) => `${by} ${event}`)
  expect(written).toContain('reconciler not-heard')
  expect(written.filter((each) => !counted.includes(each))).toEqual([])
})

test('anchors lie under object lock for thirty years and are signed by an Ed25519 key that stays', () => {
  prod.templates.data.hasResourceProperties('AWS::S3::Bucket', {
    ObjectLockEnabled: true,
    ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 10_950 } } },
  })
  prod.templates.data.hasResource('AWS::KMS::Key', {
    DeletionPolicy: 'Retain',
    Properties: Match.objectLike({ KeySpec: 'ECC_NIST_EDWARDS25519', KeyUsage: 'SIGN_VERIFY' }),
  })
})

test('no name or policy holds an account or a region', () => {
  for (const template of Object.values(prod.templates)) {
    const text = JSON.stringify(template.toJSON())
    expect(text).not.toMatch(/\b\d{12}\b/)
    expect(text).not.toMatch(/\b(?:eu|us|ap)-(?:west|east|central|south)-\d\b/)
  }
})

test('the AWS Solutions rules hold in every stack', () => {
  policyChecks(prod.app)
  // By force: the templates were made already, and what was made is not checked again.
  expect(() => prod.app.synth({ force: true })).not.toThrow()
}, 60_000)

test('a bucket without encryption in transit or logs fails the synthesis', () => {
  const broken = synthesise({ stage: 'dev' })
  new Bucket(broken.stacks.data, 'careless')
  policyChecks(broken.app)
  expect(() => broken.app.synth({ force: true })).toThrow(/[Vv]alidation/)
}, 60_000)

test.each([
  [{ stage: 'production' }, /a stage is dev or prod/],
  [{ stage: 'prod', domainName: 'chess.example' }, /certificateArn go together/],
])('%j is refused', (context, message) => {
  expect(() => stageOf((key) => (context as Record<string, string>)[key])).toThrow(message)
})
