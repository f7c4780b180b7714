/** The arbiter's table over HTTP: the page at `/`, its files under names that change with their content. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import Negotiator from 'negotiator'
import * as z from 'zod'
import { type AssetEncoding, assetOf } from '../console/assets.ts'
import { PAGE_POLICY } from '../console/policy.ts'
import { problem, type Reply } from '../http/reply.ts'
import { route } from '../http/route.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/** The most compact encoding that the request accepts. */
const codingFor = ({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): AssetEncoding => {
  const taken = new Negotiator({ headers }).encodings(['br', 'gzip'])
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity'
}

function served(name: string, event: APIGatewayProxyEventV2, cacheControl: string): Reply {
  const asset = assetOf(name)
  if (asset === null) {
    const missing =
      name === 'index.html' ? 'the page is not built: npm run build' : 'the page has no such file'
    return problem({ code: 'not-found', message: missing })
  }
  const headers = {
    'content-type': asset.contentType,
    'content-security-policy': PAGE_POLICY,
    'cache-control': cacheControl,
    vary: 'accept-encoding',
  }
  const coding = codingFor(event)
  return {
    statusCode: 200,
    headers: { ...headers, ...(coding !== 'identity' && { 'content-encoding': coding }) },
    body: asset.bytes[coding],
    isBase64Encoded: true,
  }
}

const text = (type: string) => ({ description: 'The file', content: { [type]: z.string() } })

const page = route({
  method: 'GET',
  path: '/',
  summary: "Show the arbiter's table",
  open: true,
  replies: { 200: text('text/html') },
  handler: (_service: unknown, { event }) => served('index.html', event, 'no-cache'),
})

const file = route({
  method: 'GET',
  path: '/console/{name}.{kind}',
  summary: "Show a file of the arbiter's table",
  params: { kind: z.enum(['js', 'css', 'svg'], { error: 'js, css or svg' }) },
  open: true,
  replies: { 200: text('text/javascript') },
  handler: (_service: unknown, { params, event }) => served(`${params.name}.${params.kind}`, event, FOR_EVER),
})

export const CONSOLE_ROUTES = [page, file]
