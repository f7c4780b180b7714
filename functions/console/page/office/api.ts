/** A client of the service for code that the page shares with the command: it sends the page's token with every request. */
import type { ApiClient, ApiRequest, ApiResponse } from '../../../http/api-client.ts'
import { sessionToken } from '../api/session.ts'

/** Never rejects: where the service cannot be reached, it answers 503 itself. */
export const pageClient: ApiClient = {
  async request(method, path, { body, headers = {} }: ApiRequest = {}): Promise<ApiResponse> {
    const bearer = sessionToken.peek()
    const response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      cache: 'no-store',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => null)
    if (response === null)
      return { status: 503, headers: {}, text: '{"detail":"the service cannot be reached"}' }
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    }
  },
}
