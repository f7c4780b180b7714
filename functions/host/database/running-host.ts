/** Which host serves a data folder: the note it leaves there, and whether it answers. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendRequest } from '../../http-client.ts'

const noteIn = (folder: string): string => join(folder, 'server.json')

export function writeServerFile(folder: string, url: string): void {
  writeFileSync(noteIn(folder), `${JSON.stringify({ url, pid: process.pid })}\n`)
}

export function removeServerFile(folder: string): void {
  rmSync(noteIn(folder), { force: true })
}

/** The address of the host that serves the folder now; null where none answers (a killed one leaves its note behind). */
export async function findRunningHost(folder: string): Promise<string | null> {
  let url: string
  try {
    url = (JSON.parse(readFileSync(noteIn(folder), 'utf8')) as { url: string }).url
  } catch {
    return null
  }
  return (await isHostRunning(url)) ? url : null
}

/** A host on a busy machine answers late (ms); where none listens the refusal comes at once. */
const TIMEOUT_MS = 10_000

/** Whether a host of ours answers there. */
export async function isHostRunning(url: string): Promise<boolean> {
  try {
    const { status } = await sendRequest(new URL('/healthz', url).href, { timeoutMs: TIMEOUT_MS })
    // A host that says it cannot do its work is there all the same.
    return (status >= 200 && status < 300) || status === 503
  } catch {
    return false
  }
}
