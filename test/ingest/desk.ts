/** A record in memory as imports reach it, with an administrator's rights or another role's. */
import type { TokenRole } from '../../functions/auth/roles.ts'
import type { ApiClient } from '../../functions/http/api-client.ts'
import { openDesk, type TestPorts, type Desk as Whole } from '../kit/service.ts'

export interface TestDesk extends ApiClient {
  readonly whole: Whole
  json<T>(path: string): Promise<T>
}

export async function openTestDesk(role: TokenRole = 'admin', ports?: TestPorts): Promise<TestDesk> {
  const whole = await openDesk(ports)
  const token = await whole.token(role)
  const desk: ApiClient = {
    request: (method, path, asked = {}) => whole.ask(method, path, { token, ...asked }),
  }
  return {
    ...desk,
    whole,
    async json(path) {
      const answer = await desk.request('GET', path)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
      return JSON.parse(answer.text)
    },
  }
}
