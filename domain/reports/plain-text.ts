/** Makes text from outside acceptable to the schema of an event. */

/** The text with spaces for control characters, and U+FFFD for halves of surrogate pairs, which have no UTF-8. */
export const plainText = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/\p{Cs}/gu, '\ufffd')
