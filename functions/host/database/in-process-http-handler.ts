/** Gives the AWS SDK's requests to a request listener of this process: no port, no socket. */
import type { RequestListener } from 'node:http'
import { type HttpHandler, type HttpRequest, HttpResponse } from '@smithy/core/protocols'
import inject from 'light-my-request'
import { untilAborted } from '../../store/time-budget.ts'

/** The same bytes as a Buffer: `inject` would write any other Uint8Array as JSON. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** A request handler for the SDK's clients, in place of the one that opens connections. */
export function inProcessHttpHandler(listener: RequestListener): HttpHandler {
  const perform = async ({
    method,
    path,
    headers,
    body,
  }: HttpRequest): Promise<{ response: HttpResponse }> => {
    const {
      statusCode,
      headers: named,
      rawPayload,
    } = await inject(listener, {
      method: method as 'POST',
      url: path,
      headers,
      payload: typeof body === 'string' ? body : bufferOf(body as Uint8Array),
    })
    const texts = Object.entries(named).map(([name, value]) => [name, String(value)])
    return {
      response: new HttpResponse({ statusCode, headers: Object.fromEntries(texts), body: rawPayload }),
    }
  }
  return {
    handle: (request, { abortSignal } = {}) => untilAborted(perform(request), abortSignal as AbortSignal),
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
  }
}
