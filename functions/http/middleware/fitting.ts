/** Fits answers into what the platform sends, before anything is added to them that every answer has. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Reply } from '../reply.ts'
import type { Middleware } from './routed.ts'

/** Gives the reply to be sent for an answer of a route. */
export type FitAnswer = (reply: Reply, request: Pick<APIGatewayProxyEventV2, 'headers'>) => Promise<Reply>

export function fitting(fitAnswer: FitAnswer | undefined): Middleware {
  return {
    async after(request) {
      const { response, event } = request
      if (fitAnswer !== undefined && response) request.response = await fitAnswer(response, event)
    },
  }
}
