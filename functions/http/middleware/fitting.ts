/** Fits answers into what the platform sends, before anything is added to them that every answer has. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Reply } from '../reply.ts'
import type { Middleware } from './routed.ts'

/** Gives the reply to be sent for an answer of a route. */
export type Fit = (reply: Reply, request: Pick<APIGatewayProxyEventV2, 'headers'>) => Promise<Reply>

export function fitting(fit: Fit | undefined): Middleware {
  return {
    async after(request) {
      if (fit !== undefined && request.response) request.response = await fit(request.response, request.event)
    },
  }
}
