/** The deployed function that streams: server-sent events through a Function URL, for as long as a function may run. */
import type { Writable } from 'node:stream'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { LIVE_ROUTES } from '../routes/streams.ts'
import { deployedRouter } from './deployed.ts'
import { deployedPorts } from './ports.ts'

/** What the runtime offers to functions that stream (AWS Lambda guide, "Response streaming"). */
declare const awslambda: {
  streamifyResponse(handler: (event: APIGatewayProxyEventV2, out: Writable) => Promise<void>): unknown
  readonly HttpResponseStream: {
    from(out: Writable, head: { statusCode: number; headers: Readonly<Record<string, unknown>> }): Writable
  }
}

/**
 * Where CloudFront puts a reader's token (infra/stacks/edge.ts): what stands under `authorization` here is its own signature, with
 * which alone a Function URL may be called.
 */
const VIEWER_TOKEN_HEADER = 'x-viewer-authorization'

/** A stream goes on reading long after its request was answered. */
const router = deployedRouter(LIVE_ROUTES, deployedPorts(), Number.POSITIVE_INFINITY)

export const handler = awslambda.streamifyResponse(async (event, stream) => {
  const { authorization: _, [VIEWER_TOKEN_HEADER]: token, ...others } = event.headers ?? {}
  const asked = { ...event, headers: { ...others, ...(token !== undefined && { authorization: token }) } }
  const { statusCode = 200, headers = {}, body = '', stream: follow } = await (await router)(asked)
  const out = awslambda.HttpResponseStream.from(stream, { statusCode, headers })
  if (follow === undefined) {
    // Only a write sends the head: what is given to `end` goes past it.
    out.write(body)
    out.end()
    return
  }
  await follow(out)
  await new Promise<void>((resolve) => {
    out.once('close', resolve)
  })
})
