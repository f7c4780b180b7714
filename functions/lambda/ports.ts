/** The ports of deployed functions over the region's tables, and tokens checked by public keys. */
import { type TokenVerifier, tokenVerifier } from '../auth/authenticate.ts'
import { openKeyring } from '../auth/keyring.ts'
import type { Revocations } from '../auth/revocations.ts'
import type { Ports } from '../ports.ts'
import { realRuntime } from '../runtime.ts'
import { dynamoClient, regionalClient } from '../store/dynamodb-client.ts'
import { dynamoCommitLog } from '../store/dynamodb-commit-log.ts'
import { dynamoDocuments } from '../store/dynamodb-documents.ts'
import { readEnvironment } from './environment.ts'

/** Throws, and so fails a deployment's first call, where the environment is not complete. */
export function deployedPorts(): Ports {
  const { tables, dividesOpenings, endpoint } = readEnvironment(process.env)
  const client = endpoint === undefined ? regionalClient() : dynamoClient(endpoint)
  const runtime = realRuntime()
  return {
    ...runtime,
    log: dynamoCommitLog(client, tables.commits, runtime.pause, { dividesOpenings }),
    persons: dynamoDocuments(client, tables.persons, runtime.pause),
    registry: dynamoDocuments(client, tables.registry, runtime.pause),
    views: dynamoDocuments(client, tables.views, runtime.pause),
    singleWriter: false,
  }
}

export async function deployedVerifier(
  ports: Pick<Ports, 'clock' | 'registry'>,
  revocations?: Revocations,
): Promise<TokenVerifier> {
  const keyring = await openKeyring(readEnvironment(process.env).tokenKeys)
  if (!keyring.ok) throw new Error(`TOKEN_KEYS: ${keyring.error.message}`)
  return tokenVerifier(ports, keyring.value, revocations)
}
