/**
 * The program that runs the embedded database in a process of its own, on a port of this machine: it waits for `open FOLDER` on stdin
 * (`open` alone: in memory) and prints `ready ENDPOINT`.
 */
import { createInterface } from 'node:readline'
import { openDatabase } from '../../functions/host/database/dynalite.ts'
import { listenTo } from './listening.ts'

for await (const line of createInterface({ input: process.stdin })) {
  const folder = line.slice('open '.length)
  // Writes survive a kill once the operating system has them; waiting for the disk would only slow the run down.
  const database = await openDatabase({ ...(folder !== '' && { folder }), fsync: false })
  process.stdout.write(
    database.ok
      ? `ready ${(await listenTo(database.value)).endpoint}\n`
      : `failed ${database.error.message}\n`,
  )
}
