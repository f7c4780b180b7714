/** Up to four characters of ASCII in one number, as they are read at once from a text's bytes: the first one's byte lowest. */
export const packed = (text: string): number =>
  [...text].reduce((word, char, k) => word | (char.charCodeAt(0) << (8 * k)), 0)
