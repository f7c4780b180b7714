/** The deployed authorizer of the HTTP API: the same check of a token as the host's, at the front door. */
import { authorizer } from '../auth/authorizer.ts'
import { deployedAuthenticate, deployedPorts } from './ports.ts'

const check = deployedAuthenticate(deployedPorts()).then(authorizer)

export const handler: Awaited<typeof check> = async (event) => (await check)(event)
