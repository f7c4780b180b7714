/** `export --format bundle`: the archive of a tournament as one file on standard output. */
import { once } from 'node:events'
import { CommandFailure } from '../failure.ts'
import { printNote } from '../print.ts'
import { createProgress } from '../progress.ts'
import { type RecordOptions, readRecord } from '../record-client.ts'

interface Options extends RecordOptions {
  readonly tournament?: string
  readonly round?: string
}

/** Writes the bundle of a whole tournament: in a part of one, a missing game could not be noticed. */
export async function writeBundleTo(output: NodeJS.WriteStream, options: Options): Promise<void> {
  const { tournament, round } = options
  if (tournament === undefined || round !== undefined)
    throw new CommandFailure('a bundle holds a whole tournament: --tournament ID without --game and --round')
  if (output.isTTY)
    throw new CommandFailure(
      'a bundle is a ZIP file: send it into one, such as … --format bundle > archive.zip',
    )
  const { writeBundle } = await import('../../../integrity/bundle/write-bundle.ts')
  await readRecord(options, async (client) => {
    const progress = createProgress()
    let written = 0
    for await (const bytes of writeBundle(client, tournament, (done, of) =>
      progress.report(() => `${done} of ${of} rounds and games`),
    )) {
      written += bytes.length
      if (!output.write(bytes)) await once(output, 'drain')
    }
    progress.done()
    printNote(`${written} bytes`)
  })
}
