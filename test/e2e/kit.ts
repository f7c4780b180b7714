/** A client of a running host, as somebody else's program would be one. */
import type { Served } from '../kit/host-here.ts'

export interface Client {
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it expects there
  get(path: string): Promise<any>
  text(path: string): Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  post(path: string, body: unknown): Promise<any>
}

/** Every answer that is no success is an error. */
export function client(host: Served, role: string): Client {
  const authorization = `Bearer ${host.token(role)}`
  const ask = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const response = await fetch(`${host.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    get: async (path) => (await ask('GET', path)).json(),
    text: async (path) => (await ask('GET', path)).text(),
    post: async (path, body) => (await ask('POST', path, body)).json(),
  }
}
