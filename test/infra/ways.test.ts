/** Each route of the host's table is reached through the edge: by a behaviour that lets it pass, at the function that serves it. */
import { beforeAll, expect, test } from 'vitest'
import type { Route } from '../../functions/http/route.ts'
import { ADMIN_ROUTES } from '../../functions/routes/admin-routes.ts'
import { ROUTES } from '../../functions/routes/all-routes.ts'
import { COMMAND_ROUTES } from '../../functions/routes/command-routes.ts'
import { READ_ROUTES } from '../../functions/routes/read-routes.ts'
import { LIVE_ROUTES } from '../../functions/routes/streams.ts'
import { TOKEN_ROUTES } from '../../functions/routes/tokens.ts'
import { winnableRoute } from '../../functions/routes/winnable.ts'
import type { FunctionName } from '../../infra/bundles.ts'
import { devStage, type Synthesised } from './kit.ts'

/** What each function's router has (functions/lambda). */
const SERVED: Readonly<Partial<Record<FunctionName, readonly Route[]>>> = {
  commands: COMMAND_ROUTES,
  administration: [...ADMIN_ROUTES, ...TOKEN_ROUTES],
  reads: READ_ROUTES,
  winnable: [winnableRoute],
}

interface Behaviour {
  readonly PathPattern: string
  readonly TargetOriginId: string
  readonly AllowedMethods: readonly string[]
  readonly CachePolicyId: unknown
  readonly OriginRequestPolicyId?: string
}

let dev: Synthesised
let behaviours: readonly Behaviour[]
/** By `GET /path`: the function that the API gives it to. */
let integrated: ReadonlyMap<string, string>

/** What of resources' properties is looked at here: each has those of its type. */
interface Properties {
  readonly DistributionConfig: {
    readonly CacheBehaviors: readonly Behaviour[]
    readonly DefaultCacheBehavior: Omit<Behaviour, 'PathPattern'>
    readonly Origins: readonly { readonly Id: string; readonly DomainName: unknown }[]
  }
  readonly IntegrationUri: { readonly 'Fn::GetAtt': readonly [string, string] }
  readonly RouteKey: string
  readonly Target: { readonly 'Fn::Join': readonly [string, readonly [string, { readonly Ref: string }]] }
}

const propertiesOf = (of: keyof Synthesised['templates'], type: string) =>
  Object.entries(dev.templates[of].findResources(type)).map(
    ([id, resource]) => [id, resource['Properties'] as Properties] as const,
  )

/** Those of the only one of its type. */
function onlyOf(of: keyof Synthesised['templates'], type: string): Properties {
  const [[, properties] = [], ...others] = propertiesOf(of, type)
  if (properties === undefined || others.length > 0) throw new Error(`${1 + others.length} of ${type}`)
  return properties
}

beforeAll(() => {
  dev = devStage()
  const { CacheBehaviors, DefaultCacheBehavior } = onlyOf(
    'edge',
    'AWS::CloudFront::Distribution',
  ).DistributionConfig
  behaviours = [...CacheBehaviors, { ...DefaultCacheBehavior, PathPattern: '*' }]
  const functions = new Map(
    propertiesOf('api', 'AWS::ApiGatewayV2::Integration').map(([id, { IntegrationUri }]) => [
      id,
      /^[a-z]+/.exec(IntegrationUri['Fn::GetAtt'][0])![0],
    ]),
  )
  integrated = new Map(
    propertiesOf('api', 'AWS::ApiGatewayV2::Route').map(([, { RouteKey, Target }]) => [
      RouteKey,
      functions.get(Target['Fn::Join'][1][1].Ref)!,
    ]),
  )
}, 180_000)

const exampleOf = ({ path }: Route): string => path.replaceAll(/\{\w+\}/g, '7')

/** CloudFront takes the first pattern that fits. */
const behaviourOf = (path: string): Behaviour =>
  behaviours.find(({ PathPattern }) =>
    new RegExp(`^${PathPattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(path),
  )!

const isPage = (route: Route): boolean =>
  route.path === '/' || route.path === '/openapi.json' || route.path.startsWith('/console/')

/** Streams are the host's: in the cloud everybody asks for increments. */
const SERVED_ROUTES = [...ROUTES, ...TOKEN_ROUTES].filter((route) => !LIVE_ROUTES.includes(route))

const routes = SERVED_ROUTES.map((route) => [route.method, route.path, route] as const)

test.each(routes)('%s %s passes the edge, to where it is answered', (method, path, route) => {
  const { AllowedMethods, TargetOriginId } = behaviourOf(exampleOf(route))
  // What is left out takes GET and HEAD.
  expect(AllowedMethods ?? ['GET', 'HEAD']).toContain(method)
  const { Origins } = onlyOf('edge', 'AWS::CloudFront::Distribution').DistributionConfig
  const kind = JSON.stringify(Origins.find(({ Id }) => Id === TargetOriginId)!.DomainName)
  if (isPage(route)) expect(kind).toContain('console')
  else {
    expect(kind).not.toMatch(/console/i)
    const name = integrated.get(`${method} ${path}`) ?? integrated.get(`${method} /{proxy+}`)
    expect(SERVED[name as FunctionName]).toContain(route)
  }
})

/** The managed policies that hand the request's `Access-Control-Request-Method` on: CORS-S3Origin, AllViewerExceptHostHeader. */
const HANDING_ON = ['88a5eaf4-2fd4-4709-b370-b4c650ea3fcf', 'b689b0a8-53d0-40ab-baf2-68738e2966ac']

test('a browser that asks whether another site’s page may read a feed is answered where the feed is served', () => {
  const feeds = SERVED_ROUTES.filter(({ feed }) => feed)
  expect(feeds.length).toBeGreaterThan(20)
  for (const route of feeds) {
    const { AllowedMethods, OriginRequestPolicyId } = behaviourOf(exampleOf(route))
    expect([route.path, AllowedMethods]).toEqual([route.path, expect.arrayContaining(['OPTIONS'])])
    expect(HANDING_ON).toContain(OriginRequestPolicyId)
    const name = integrated.get('OPTIONS /{proxy+}')
    expect(integrated.has(`OPTIONS ${route.path}`)).toBe(false)
    expect(SERVED[name as FunctionName]).toContain(route)
  }
})

test('requests of the service’s administrators are answered by no cache', () => {
  for (const path of ['/store/streams', '/anchors', '/persons/7', '/tokens', '/views/set-aside'])
    expect(behaviourOf(path)).toMatchObject({
      // The managed policies CachingDisabled and AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    })
})

test('no key of the cache holds both what is delayed and what is not', () => {
  const twins = SERVED_ROUTES.filter(({ path }) => path.startsWith('/delayed/'))
  expect(twins.length).toBeGreaterThan(10)
  for (const twin of twins) expect(behaviourOf(exampleOf(twin)).PathPattern).toBe('/delayed/*')
})
