/** A database in a process of its own, so that it can be killed: waits for `open FOLDER`, says `ready ENDPOINT`. */
import { createInterface } from 'node:readline'
import { openDatabase } from '../../../functions/host/database/dynalite.ts'
import { listenTo } from '../../kit/listening.ts'

for await (const line of createInterface({ input: process.stdin })) {
  // What the operating system was given survives a kill; waiting for the disk would only slow the run down.
  const database = await openDatabase({ folder: line.slice('open '.length), fsync: false })
  process.stdout.write(
    database.ok
      ? `ready ${(await listenTo(database.value)).endpoint}\n`
      : `failed ${database.error.message}\n`,
  )
}
