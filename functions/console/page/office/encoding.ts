/** The encoding of a chosen file: UTF-8 and UTF-16 are recognised, any other is chosen by the user, who sees the names. */
import { html, type View } from '../ui/dom.ts'
import { t } from '../words/texts.ts'

/** The encodings that spreadsheets and older programs write in Europe. */
const ENCODINGS = ['windows-1252', 'windows-1250', 'windows-1251', 'iso-8859-2'] as const

/** UTF-16 where the bytes begin with a byte order mark of it, UTF-8 where they are valid UTF-8, else null: the user has to choose. */
export function encodingOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return null
  }
}

const NEWLINE = 10
const LONGEST_SAMPLE = 80

/** The first line that is not UTF-8, with its number from 1. */
function foreignLine(bytes: Uint8Array): { readonly number: number; readonly bytes: Uint8Array } {
  for (let from = 0, number = 1; from < bytes.length; number++) {
    const end = bytes.indexOf(NEWLINE, from)
    const line = bytes.subarray(from, end < 0 ? bytes.length : end)
    if (encodingOf(line) === null) return { number, bytes: line }
    from = end < 0 ? bytes.length : end + 1
  }
  return { number: 1, bytes }
}

/** A button for each encoding, with the first line that is not UTF-8 in that encoding. */
export function encodingChoice(bytes: Uint8Array, choose: (encoding: string) => void): View {
  const line = foreignLine(bytes)
  return html`<fieldset class="encodings"><legend>${t('which-encoding')} (${t('line', { line: line.number })})</legend>${ENCODINGS.map(
    (encoding) =>
      html`<button type="button" data-encoding=${encoding} @click=${() => choose(encoding)}>${encoding} <bdi>${new TextDecoder(encoding).decode(line.bytes).trim().slice(0, LONGEST_SAMPLE)}</bdi></button>`,
  )}</fieldset>`
}
