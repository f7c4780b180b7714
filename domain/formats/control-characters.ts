/** Control characters in text from outside, which the schema of an event refuses. */

/** The text with spaces for control characters, and U+FFFD for halves of surrogate pairs, which have no UTF-8. */
export const withoutControlCharacters = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/\p{Cs}/gu, '\ufffd')
