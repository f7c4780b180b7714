/** The bundles started in fresh processes: how they learn the names of their tables, and what loading one costs. */
import { execFileSync } from 'node:child_process'
import { NODE_OPTIONS } from '../../infra/bundles.ts'

/** A complete environment; nothing in it is reached. */
export const VARIABLES = {
  NODE_OPTIONS,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'nobody',
  AWS_SECRET_ACCESS_KEY: 'nothing',
  TABLE_COMMITS: 'commits',
  TABLE_PERSONS: 'persons',
  TABLE_REGISTRY: 'registry',
  TABLE_VIEWS: 'views',
  TOKEN_KEYS: JSON.stringify([
    { kid: 'k', kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x: 'l8NsFxOFjH4AUYLwOdKfNqQ0jcs8qdKHC0sVrM5gLhM' },
  ]),
}

/** Milliseconds of CPU that `require` takes in a fresh process. */
export function importCpu(file: string): number {
  const program = `globalThis.awslambda = { streamifyResponse: (handler) => handler }
    const before = process.cpuUsage(); require(${JSON.stringify(file)})
    const { user, system } = process.cpuUsage(before); console.log((user + system) / 1000); process.exit(0)`
  return Number(
    execFileSync(process.execPath, ['-e', program], { env: VARIABLES, stdio: ['ignore', 'pipe', 'ignore'] }),
  )
}
