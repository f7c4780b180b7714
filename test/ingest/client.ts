/** A record in memory as imports reach it, with an administrator's rights or another role's. */
import type { TokenRole } from '../../functions/auth/roles.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { openClient, type TestPorts, type ServiceClient as Whole } from '../kit/service.ts'

export interface TestClient extends ApiClient {
  readonly whole: Whole
  json<T>(path: string): Promise<T>
}

export async function openTestClient(role: TokenRole = 'admin', ports?: TestPorts): Promise<TestClient> {
  const whole = await openClient(ports)
  const token = await whole.token(role)
  const client: ApiClient = {
    request: (method, path, asked = {}) => whole.ask(method, path, { token, ...asked }),
  }
  return {
    ...client,
    whole,
    async json(path) {
      const answer = await client.request('GET', path)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
      return JSON.parse(answer.text)
    },
  }
}
