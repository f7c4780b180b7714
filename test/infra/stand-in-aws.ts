/** A stand-in for KMS and S3, as far as the anchorer speaks to them. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Use } from './overheard.ts'

export interface StandInAws {
  readonly url: string
  /** The 32 bytes of the public key as base64url. */
  readonly publicKey: string
  /** Objects put, by bucket and key, with their lock. */
  readonly objects: ReadonlyMap<string, { readonly body: string; readonly lock: string | undefined }>
  /** The rights that what was asked needs. */
  readonly uses: readonly Use[]
  close(): Promise<void>
}

export async function standInAws(): Promise<StandInAws> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const objects = new Map<string, { body: string; lock: string | undefined }>()
  const uses: Use[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const target = String(request.headers['x-amz-target'] ?? '')
    if (target !== '')
      uses.push({ action: `kms:${target.split('.')[1]}`, on: (JSON.parse(body) as { KeyId: string }).KeyId })
    if (target.endsWith('.GetPublicKey')) {
      const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
      response.end(JSON.stringify({ PublicKey: der, KeySpec: 'ECC_NIST_EDWARDS25519' }))
    } else if (target.endsWith('.Sign')) {
      const { Message } = JSON.parse(body) as { Message: string }
      const signature = sign(null, Buffer.from(Message, 'base64'), privateKey).toString('base64')
      response.end(JSON.stringify({ Signature: signature }))
    } else if (request.method === 'PUT') {
      const path = new URL(request.url ?? '/', 'http://stand-in').pathname
      const lock = request.headers['x-amz-object-lock-mode']
      objects.set(path, { body, lock: typeof lock === 'string' ? lock : undefined })
      // Who sets an object's lock needs a right for that besides (S3 user guide, "Object Lock").
      for (const action of ['s3:PutObject', ...(lock === undefined ? [] : ['s3:PutObjectRetention'])])
        uses.push({ action, on: path.slice(1) })
      response.end()
    } else response.writeHead(400).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    publicKey: publicKey.export({ format: 'jwk' }).x!,
    objects,
    uses,
    close: () =>
      new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve()))),
  }
}
