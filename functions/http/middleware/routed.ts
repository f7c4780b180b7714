/** The event of a request as it passes through the middlewares: `routed` is what the router and they add to it. */
import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Principal } from '../../auth/roles.ts'
import type { Reply } from '../reply.ts'

export interface RoutedEvent extends APIGatewayProxyEventV2 {
  readonly routed: {
    readonly receivedAt: number
    requestId: string
    params: Record<string, string>
    query: unknown
    body: unknown
    principal: Principal | null
  }
}

export type Middleware = MiddlewareObj<RoutedEvent, Reply, Error>
