/**
 * The embedded database in a process of its own, on a port of this machine: waits for `open FOLDER` (`open`: in memory), says
 * `ready ENDPOINT`.
 */
import { createInterface } from 'node:readline'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { listenTo } from './listening.ts'

for await (const line of createInterface({ input: process.stdin })) {
  const folder = line.slice('open '.length)
  // What the operating system was given survives a kill; waiting for the disk would only slow the run down.
  const database = await openDatabase({ ...(folder !== '' && { folder }), fsync: false })
  process.stdout.write(
    database.ok
      ? `ready ${(await listenTo(database.value)).endpoint}\n`
      : `failed ${database.error.message}\n`,
  )
}
