/** The SDK's requests handed to a request listener of this process: no port, no socket. */
import type { RequestListener } from 'node:http'
import { type HttpHandler, type HttpRequest, HttpResponse } from '@smithy/core/protocols'
import inject from 'light-my-request'
import { untilAborted } from '../store/time-budget.ts'

/** What the SDK's clients take in place of connections. */
export function inProcess(answer: RequestListener): HttpHandler {
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
      payload: typeof body === 'string' ? body : Buffer.from(body as Uint8Array),
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
