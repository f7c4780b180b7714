/** `touchmove announce FEN TEXT`: a move in the words in which it is said aloud (Appendix D), and a spoken one as a move. */
import { Command, Option } from 'commander'
import { VOICES, type Voice } from '../../../../domain/notation/index.ts'
import { EXIT_DOES_NOT_HOLD } from '../failure.ts'
import { printLine, printNote } from '../print.ts'

interface Options {
  readonly language: Voice
}

export const announceCommand = (): Command =>
  new Command('announce')
    .description('say a move in the words of Appendix D, or read what was said')
    .argument('<fen>', 'the position')
    .argument('<move>', 'as written (Nf3, in any language) or as said (Springer Gustav eins Felix drei)')
    .addOption(
      new Option('--language <code>', 'in which it is said; German unless the arbiter decides otherwise')
        .choices([...VOICES])
        .default('de'),
    )
    .action(announce)

async function announce(fen: string, text: string, { language }: Options): Promise<void> {
  const { parseFen } = await import('../../../../domain/chess/index.ts')
  const { LANGUAGES, parseAnnouncement, parseSan, writeAnnouncement, writeSan } = await import(
    '../../../../domain/notation/index.ts'
  )
  const position = parseFen(fen)
  if (!position.ok) return refuse(position.error.message)
  const texts = LANGUAGES.map((each) => parseSan(position.value, text, each))
  const spoken = parseAnnouncement(position.value, text)
  // A text in the form of a move that is illegal here is reported as a move; any other text is reported as text.
  const isWritten = !spoken.ok && spoken.error.code === 'announcement'
  const written =
    texts.find(({ ok }) => ok) ?? texts.find((each) => !each.ok && each.error.code !== 'notation')
  const read = written !== undefined && (written.ok || isWritten) ? written : spoken
  if (!read.ok) return refuse(read.error.message)
  const san = writeSan(position.value, read.value)
  printLine(`${san}\t${writeAnnouncement(position.value, read.value, language)}`)
}

function refuse(reason: string): void {
  printNote(`touchmove: ${reason}`)
  process.exitCode = EXIT_DOES_NOT_HOLD
}
