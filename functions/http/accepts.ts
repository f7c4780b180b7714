/** Content negotiation (RFC 9110, 12.5.1). */
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import Negotiator from 'negotiator'
import type { Reply } from './reply.ts'

/** Of these media types the one that the request prefers; the first where it names none, or none of these. */
export const preferredType = <T extends string>(
  { headers }: Pick<APIGatewayProxyEventV2, 'headers'>,
  ...types: readonly [T, ...T[]]
): T => (new Negotiator({ headers }).mediaType(types) as T | undefined) ?? types[0]

/** Whether the answer may come compressed with gzip. */
export const acceptsGzip = ({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): boolean =>
  new Negotiator({ headers }).encodings(['gzip']).includes('gzip')

/** The `Vary` of a reply whose bytes also depend on the content codings that the client accepts. */
export const variedByEncoding = ({ headers }: Pick<Reply, 'headers'>): string =>
  [headers?.['vary'], 'accept-encoding'].filter((each) => each !== undefined).join(', ')
