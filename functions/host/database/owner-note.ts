/** The note in a data folder that says which process owns it. LevelDB holds the lock; the note only names its holder. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

interface Owner {
  readonly pid: number
  readonly host: string
}

const noteIn = (folder: string): string => join(folder, 'owner.json')

/** Writes this process's note into the folder. The caller holds the lock; a killed owner's note is overwritten. */
export function writeOwner(folder: string): void {
  const owner: Owner = { pid: process.pid, host: hostname() }
  writeFileSync(noteIn(folder), `${JSON.stringify(owner)}\n`)
}

export function removeOwner(folder: string): void {
  rmSync(noteIn(folder), { force: true })
}

/** `process 4711 on host hall-2`, for the message that a second process is refused with. */
export function describeOwner(folder: string): string {
  try {
    const { pid, host } = JSON.parse(readFileSync(noteIn(folder), 'utf8')) as Owner
    return pid === process.pid && host === hostname()
      ? `this process (${pid})`
      : `process ${pid} on host ${host}`
  } catch {
    return 'another process, which has left no owner.json'
  }
}
