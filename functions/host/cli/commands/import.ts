/** `touchmove import FILE…`: PGN into the record. */
import { Command } from 'commander'
import type { PgnProblem } from '../../../../domain/pgn/index.ts'
import type { ImportedGame } from '../../../ingest/imported-game.ts'
import { encodingName } from '../encoding-name.ts'
import { CommandFailure, EXIT_UNUSABLE } from '../failure.ts'
import { openInput } from '../input.ts'
import { printJson, printLine, printNote } from '../print.ts'
import { createProgress } from '../progress.ts'
import { type RecordClient, type RecordOptions, withRecordOptions, writeRecord } from '../record-client.ts'

interface Options extends RecordOptions {
  readonly tournament?: string
  readonly language?: string
  readonly encoding?: string
  readonly json?: true
}

export const importCommand = (): Command =>
  withRecordOptions(
    new Command('import')
      .description('bring PGN games into the record; imported twice, a game is one game')
      .argument('<file...>', 'PGN files of any size, or - for standard input')
      .option('--tournament <id>', 'the tournament whose rounds they belong to; entered if it is not there')
      .option('--language <code>', 'whose piece letters the moves are written in, e.g. de')
      .option(
        '--encoding <name>',
        'of files that are not in UTF-8 or UTF-16, such as windows-1250',
        encodingName,
      )
      .option('--json', 'print one object a game'),
  ).action((files: string[], options: Options) =>
    writeRecord(options, (client) => importFiles(client, files, options)),
  )

type Outcome = ImportedGame['outcome']

async function importFiles(client: RecordClient, files: readonly string[], options: Options): Promise<void> {
  const { decodeText } = await import('../../../ingest/decode.ts')
  const { importPgn, NotAdmitted } = await import('../../../ingest/pgn-import.ts')
  const { LANGUAGES } = await import('../../../../domain/notation/index.ts')
  const { language, tournament } = options
  if (language !== undefined && !LANGUAGES.some((known) => known === language)) {
    throw new CommandFailure(`--language ${language} is none of ${LANGUAGES.join(', ')}`)
  }
  const counts: Record<Outcome, number> = { opened: 0, continued: 0, there: 0, refused: 0 }
  const reading = { now: Date.now(), ...(language && { language }), ...(tournament && { tournament }) }
  let warned = 0
  const progress = createProgress()
  try {
    for (const file of files) {
      let games = 0
      const text = decodeText(await openInput(file), {
        encoding: options.encoding,
        onForeignLine: ({ line, reason }) => {
          progress.done()
          printNote(`${file}:${line}: ${reason}`)
        },
      })
      const onStray = ({ line, message }: PgnProblem) => {
        progress.done()
        printNote(`${file}:${line}: ${message}`)
      }
      for await (const game of importPgn(client, text, { ...reading, onStray })) {
        games++
        counts[game.outcome]++
        if (game.warnings.length > 0) warned++
        progress.done()
        report(file, game, options.json)
        progress.report(() => `${file}: ${games} games`)
      }
      progress.done()
      if (games === 0) {
        printNote(`touchmove: ${file}: there is no PGN game in it`)
        process.exitCode = EXIT_UNUSABLE
      }
    }
  } catch (failure) {
    if (failure instanceof NotAdmitted) throw new CommandFailure(failure.message)
    throw failure
  }
  const { opened, continued, there, refused } = counts
  printNote(
    `${opened + continued + there} games: ${opened} new, ${continued} continued, ${there} there already; ` +
      `${warned} with warnings, ${refused} refused`,
  )
  if (refused > 0) process.exitCode = EXIT_UNUSABLE
}

/** Prints a game's outcome. Refusals and warnings go to stderr with file, line, game and ply; with `--json` warnings are in the object. */
function report(file: string, game: ImportedGame, json: true | undefined): void {
  const { id, line, outcome, plies, events, warnings, reason } = game
  if (json) printJson({ file, ...game })
  else printLine(`${outcome} ${id} (${plies} plies, ${events} events)`)
  if (reason !== undefined) printNote(`${file}:${line}: ${id}: ${outcome}: ${reason}`)
  for (const warning of json ? [] : warnings) {
    printNote(
      `${file}:${warning.line}: ${id}: ${warning.ply === 0 ? '' : `ply ${warning.ply}: `}${warning.reason}`,
    )
  }
}
