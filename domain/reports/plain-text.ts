/** Text from outside as an event takes it. */

/** Control characters become spaces, halves of surrogate pairs, which have no UTF-8, the sign for what cannot be shown. */
export const plainText = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/\p{Cs}/gu, '\ufffd')
