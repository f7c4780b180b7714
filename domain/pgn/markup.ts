/** Elements of HTML such as `<p>` and `<br/>`, which texts that were copied from pages have between the moves. */

const MARKUP = /^<\/?[A-Za-z][^<>\n]*>/

/** No element of such a text is longer. */
export const MAX_MARKUP_LENGTH = 256

/** The element that begins at `at` and ends before `end`; undefined: there is none. */
export const markupAt = (text: string, at: number, end: number): string | undefined =>
  text.charCodeAt(at) === 60
    ? MARKUP.exec(text.slice(at, Math.min(end, at + MAX_MARKUP_LENGTH)))?.[0]
    : undefined
