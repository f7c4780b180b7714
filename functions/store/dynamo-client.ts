/** Requests to DynamoDB: its JSON protocol, signed and carried by the AWS SDK's own signer and connections. */
import { createHash, createHmac } from 'node:crypto'
import type {
  BatchGetItemCommandInput,
  BatchGetItemCommandOutput,
  BatchWriteItemCommandInput,
  BatchWriteItemCommandOutput,
  CreateTableCommandInput,
  CreateTableCommandOutput,
  DeleteItemCommandInput,
  DeleteItemCommandOutput,
  DescribeTableCommandInput,
  DescribeTableCommandOutput,
  GetItemCommandInput,
  GetItemCommandOutput,
  PutItemCommandInput,
  PutItemCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  ScanCommandInput,
  ScanCommandOutput,
  UpdateItemCommandInput,
  UpdateItemCommandOutput,
} from '@aws-sdk/client-dynamodb'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { SignatureV4 } from '@smithy/signature-v4'

/** What is asked for and answered. In JSON values stand as the SDK's types say, save bytes and dates, which we have none of. */
interface Operations {
  BatchGetItem: [BatchGetItemCommandInput, BatchGetItemCommandOutput]
  BatchWriteItem: [BatchWriteItemCommandInput, BatchWriteItemCommandOutput]
  CreateTable: [CreateTableCommandInput, CreateTableCommandOutput]
  DeleteItem: [DeleteItemCommandInput, DeleteItemCommandOutput]
  DescribeTable: [DescribeTableCommandInput, DescribeTableCommandOutput]
  GetItem: [GetItemCommandInput, GetItemCommandOutput]
  PutItem: [PutItemCommandInput, PutItemCommandOutput]
  Query: [QueryCommandInput, QueryCommandOutput]
  Scan: [ScanCommandInput, ScanCommandOutput]
  UpdateItem: [UpdateItemCommandInput, UpdateItemCommandOutput]
}

export type Operation = keyof Operations
export type InputOf<O extends Operation> = Operations[O][0]
type OutputOf<O extends Operation> = Omit<Operations[O][1], '$metadata'>

/**
 * Of the SDK's client only what these requests need: the rest of it (regions' rules, profiles, retries, schemas of sixty
 * operations) would be a third of a function, loaded at each cold start to do nothing.
 */
export interface DynamoClient {
  /** Sends once. Throws DynamoError where the database refused or failed, and what the connection throws. */
  send<O extends Operation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>>
  /** Closes the connections; what is under way fails. */
  destroy(): void
}

/** What the database answered instead: `name` as DynamoDB calls it (`ConditionalCheckFailedException`), its HTTP status. */
export class DynamoError extends Error {
  readonly status: number

  constructor(name: string, message: string, status: number) {
    super(message)
    this.name = name
    this.status = status
  }
}

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export interface DynamoTarget {
  /** `http://127.0.0.1:8000`; a path is not used. */
  readonly endpoint: string
  readonly region: string
  readonly credentials: Credentials
  /** Milliseconds until a connection must stand, and until an answer must have begun. */
  readonly connectionTimeout: number
  readonly requestTimeout: number
}

const PROTOCOL = { 'content-type': 'application/x-amz-json-1.0' }

export function openClient({ endpoint, region, credentials, ...timeouts }: DynamoTarget): DynamoClient {
  const { protocol, hostname, host, port } = new URL(endpoint)
  const agent = { keepAlive: true, maxSockets: 50 }
  const connections = new NodeHttpHandler({
    ...timeouts,
    throwOnRequestTimeout: true,
    httpAgent: agent,
    httpsAgent: agent,
  })
  const signer = new SignatureV4({ service: 'dynamodb', region, credentials, sha256: Sha256 })
  return {
    async send(operation, input) {
      const signed = await signer.sign({
        method: 'POST',
        protocol,
        hostname,
        ...(port !== '' && { port: Number(port) }),
        path: '/',
        query: {},
        headers: { ...PROTOCOL, host, 'x-amz-target': `DynamoDB_20120810.${operation}` },
        body: JSON.stringify(input),
      })
      const { response } = await connections.handle(signed as Parameters<NodeHttpHandler['handle']>[0])
      const text = await textOf(response.body as AsyncIterable<Buffer>)
      if (response.statusCode !== 200) throw errorOf(text, response.statusCode)
      return JSON.parse(text)
    },
    destroy: () => connections.destroy(),
  }
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** `{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":…}`; what stands between us may answer in its own words. */
function errorOf(text: string, status: number): DynamoError {
  try {
    const { __type = '', message, Message = message } = JSON.parse(text) as Readonly<Record<string, string>>
    return new DynamoError(__type.replace(/^.*#/, '') || `HTTP ${status}`, Message ?? '', status)
  } catch {
    return new DynamoError(`HTTP ${status}`, text.slice(0, 200), status)
  }
}

/** As the signer wants it. */
class Sha256 {
  readonly #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }
  update(chunk: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(chunk))
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
  reset(): void {
    throw new Error('each hash is made for one use')
  }
}

const bytesOf = (given: string | ArrayBuffer | ArrayBufferView): Uint8Array => {
  if (typeof given === 'string') return Buffer.from(given)
  return ArrayBuffer.isView(given)
    ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
    : new Uint8Array(given)
}
