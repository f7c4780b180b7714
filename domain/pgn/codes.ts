/** A text's characters as bytes: reading a byte of an array costs a fraction of reading a character of a string. */

/** Bytes that may be read behind the text's end. */
const BEHIND = 32

/** Stands for every character beyond ASCII, and for the text's end; it is itself one that no text has a use for. */
export const OTHER = 127

/** What a string counts as one character beyond ASCII, halves of pairs too. */
const BEYOND = /[\u0080-\uffff]/g
const DELETE = String.fromCharCode(OTHER)

const encoder = new TextEncoder()

/**
 * Writes the characters of `text` to `codes`, `OTHER` for those beyond ASCII and one more behind the last, and gives the
 * array: a larger one where it was too short.
 */
export function codesOf(text: string, codes: Uint8Array): Uint8Array {
  const { length } = text
  if (codes.length < length + BEHIND) codes = new Uint8Array(length + (length >> 2) + 2 * BEHIND)
  const { read, written } = encoder.encodeInto(text, codes)
  // As many bytes as characters: the text is ASCII throughout.
  if (read !== length || written !== length) encoder.encodeInto(text.replace(BEYOND, DELETE), codes)
  codes[length] = OTHER
  return codes
}
