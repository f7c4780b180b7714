/** The SDK's requests handed to a request listener of this process: no port, no socket. */
import type { RequestListener } from 'node:http'
import { type HttpHandler, type HttpRequest, HttpResponse } from '@smithy/core/protocols'
import inject from 'light-my-request'
import { untilAborted } from '../../store/time-budget.ts'

/** The same bytes as Node's own kind: the SDK's is not to be taken for a text. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** What the SDK's clients take in place of connections. */
export function inProcessHttpHandler(answer: RequestListener): HttpHandler {
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
    } = await inject(answer, {
      method: method as 'POST',
      url: path,
      headers,
      payload: typeof body === 'string' ? body : bytesOf(body as Uint8Array),
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
