/** A witness of the deployed log, written from the specification of witnesses alone. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parsePublicKey } from '../../functions/integrity/anchors/signer.ts'
import { logKeyOf } from '../../functions/integrity/transparency/checkpoint.ts'
import { independentWitness, readVerifierKey } from '../integrity/transparency/independent-verifier.ts'
import { need } from '../kit/reports.ts'

export interface StandInWitness {
  readonly vkey: string
  readonly url: string
  /** From now on it answers as if it had seen another log. */
  contradict(): void
  close(): void
}

/** `publicKey`: that of the log. */
export async function standInWitness(publicKey: string): Promise<StandInWitness> {
  const log = readVerifierKey(logKeyOf(need(parsePublicKey(publicKey))).text)
  const witness = independentWitness('witness.example/stand-in', generateKeyPairSync('ed25519'))
  let contradicts = false
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { status, text } = contradicts
      ? { status: 422, text: 'not consistent\n' }
      : witness.addCheckpoint(body, log)
    response
      .writeHead(status, { 'content-type': status === 409 ? 'text/x.tlog.size' : 'text/plain' })
      .end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    vkey: witness.vkey,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    contradict() {
      contradicts = true
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
