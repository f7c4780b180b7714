/** What the deployed functions never run and would carry all the same: modules, and what stands in their place. */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { withoutUnused, ZOD_SCHEMAS } from './left-out-of-zod.ts'

const REPLACEMENTS: readonly { readonly module: RegExp; readonly instead: string }[] = [
  {
    // Lambda hands the role's credentials to the process in its environment; the other ways would be half the SDK.
    module: /^@aws-sdk\/credential-provider-node$/,
    instead: `export const defaultProvider = () => async () => ({
      accessKeyId: process.env.AWS_ACCESS_KEY_ID,
      secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY,
      sessionToken: process.env.AWS_SESSION_TOKEN,
    })`,
  },
  {
    // Off unless a setting asks for it; only the client's registration of it must not fail.
    module: /^@aws-sdk\/middleware-endpoint-discovery$/,
    instead: `export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
      environmentVariableSelector: () => undefined, configFileSelector: () => undefined, default: false }
    export const resolveEndpointDiscoveryConfig = (config) => config`,
  },
  {
    // Nothing that we ask for comes as an event stream; S3's client only wants to have registered them.
    module: /^@smithy\/core\/event-streams$/,
    instead: 'exports.resolveEventStreamSerdeConfig = (config) => config',
  },
  {
    // It signs the messages of event streams.
    module: /^\.\/HeaderFormatter$/,
    instead: 'export class HeaderFormatter {}',
  },
  {
    // The page folds games too, which is why domain/ brings SHA-256 along; Node has it.
    module: /^@noble\/hashes\/sha2\.js$/,
    instead: `import { createHash } from 'node:crypto'
    export const sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest())`,
  },
  {
    module: /^@noble\/hashes\/utils\.js$/,
    instead: `export const bytesToHex = (bytes) => Buffer.from(bytes).toString('hex')
    export const hexToBytes = (hex) => {
      const bytes = Buffer.from(hex, 'hex')
      if (2 * bytes.length !== hex.length) throw new RangeError('hex digits expected, two a byte')
      return new Uint8Array(bytes)
    }
    export const utf8ToBytes = (text) => new Uint8Array(Buffer.from(text))
    export const concatBytes = (...parts) => new Uint8Array(Buffer.concat(parts))`,
  },
]

/**
 * What describes schemas and answers: openapi.json is made before anything is deployed, not where requests are served.
 * The names stay, what they stand for goes.
 */
const EMPTIED =
  /(?:node_modules\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js|functions\/(?:(?:http|federation)\/shown|feeds\/message-schemas)\.ts)$/

export const leaveOut: Plugin = {
  name: 'leave-out',
  setup({ onResolve, onLoad }) {
    for (const { module, instead } of REPLACEMENTS)
      onResolve({ filter: module }, ({ path }) => ({ path, namespace: 'left-out', pluginData: instead }))
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ pluginData }) => ({ contents: pluginData as string }))
    onLoad({ filter: EMPTIED }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const names = [...text.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name!)
      return { contents: names.map((name) => `export const ${name} = () => {}`).join('\n') }
    })
    onLoad({ filter: ZOD_SCHEMAS }, async ({ path }) => ({
      contents: withoutUnused(await readFile(path, 'utf8')),
    }))
  },
}
