/** Finds the host that serves a data folder: by the note it writes there, and by a proof that it gives when asked. */
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { sendRequest } from '../../http-client.ts'
import { folderProof } from '../../routes/host/folder-proof.ts'

const noteIn = (folder: string): string => join(folder, 'server.json')

const noteShape = z.object({ url: z.url(), secret: z.string().min(1) })

/**
 * Notes the host's address in the folder. `secret`: the host proves itself with it (routes/host/folder-proof.ts); only users who may
 * read the folder's keys can read it.
 */
export function writeServerFile(folder: string, url: string, secret: string): void {
  // The mode applies only where the file is created.
  removeServerFile(folder)
  writeFileSync(noteIn(folder), `${JSON.stringify({ url, pid: process.pid, secret })}\n`, { mode: 0o600 })
}

export function removeServerFile(folder: string): void {
  rmSync(noteIn(folder), { force: true })
}

/** The address of the host that serves the folder; null where none answers (a killed host leaves its note behind). */
export async function findRunningHost(folder: string): Promise<string | null> {
  let note: z.output<typeof noteShape>
  try {
    note = noteShape.parse(JSON.parse(readFileSync(noteIn(folder), 'utf8')))
  } catch {
    return null
  }
  return (await provesItself(note)) ? note.url : null
}

/** A host on a busy machine answers late, ms; where none listens the connection is refused at once. */
const TIMEOUT_MS = 10_000

/** Whether the host at the address holds the secret: another program may listen where a killed host did, and would get an administrator's token. */
async function provesItself({ url, secret }: z.output<typeof noteShape>): Promise<boolean> {
  const nonce = randomBytes(24).toString('base64url')
  try {
    const { status, body } = await sendRequest(new URL(`/folder-proof?nonce=${nonce}`, url).href, {
      timeoutMs: TIMEOUT_MS,
    })
    if (status !== 200) return false
    const { proof } = JSON.parse(new TextDecoder().decode(body)) as { proof?: unknown }
    return proof === folderProof(secret, nonce)
  } catch {
    return false
  }
}
