/** Which host serves a data folder: the note it leaves there, and whether it answers. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exchange } from '../../http-client.ts'

const noteIn = (folder: string): string => join(folder, 'server.json')

export function noteServer(folder: string, url: string): void {
  writeFileSync(noteIn(folder), `${JSON.stringify({ url, pid: process.pid })}\n`)
}

export function removeNote(folder: string): void {
  rmSync(noteIn(folder), { force: true })
}

/** The address of the host that serves the folder now; null where none answers (a killed one leaves its note behind). */
export async function serverOf(folder: string): Promise<string | null> {
  let url: string
  try {
    url = (JSON.parse(readFileSync(noteIn(folder), 'utf8')) as { url: string }).url
  } catch {
    return null
  }
  return (await answers(url)) ? url : null
}

/** A host on a busy machine answers late (ms); where none listens the refusal comes at once. */
const PATIENCE = 10_000

/** Whether a host of ours answers there. */
export async function answers(url: string): Promise<boolean> {
  try {
    const { status } = await exchange(new URL('/healthz', url).href, { timeoutMs: PATIENCE })
    // A host that says it cannot do its work is there all the same.
    return (status >= 200 && status < 300) || status === 503
  } catch {
    return false
  }
}
