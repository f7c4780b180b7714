/** Makes a request an event of API Gateway's HTTP API (payload format 2.0), so that a host serves the routes of the cloud. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/** What is known of the connection. */
interface Peer {
  readonly protocol?: string
  readonly sourceIp?: string
}

/** `url`: path and query. A body given as a Buffer is written as base64. */
export function toApiGatewayEvent(
  method: string,
  url: string,
  headers: Readonly<Record<string, string | undefined>>,
  body?: string | Buffer,
  { protocol = 'HTTP/1.1', sourceIp = '127.0.0.1' }: Peer = {},
): APIGatewayProxyEventV2 {
  const query = url.indexOf('?')
  const rawPath = query < 0 ? url : url.slice(0, query)
  const { host = '' } = headers
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: query < 0 ? '' : url.slice(query + 1),
    headers: { ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : body.toString('base64') }),
    isBase64Encoded: body instanceof Buffer,
    requestContext: {
      accountId: 'host',
      apiId: 'host',
      domainName: host,
      domainPrefix: host.split('.')[0] ?? '',
      http: { method, path: rawPath, protocol, sourceIp, userAgent: headers['user-agent'] ?? '' },
      requestId: '',
      routeKey: '$default',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  }
}
