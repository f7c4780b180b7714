/** Normalises names for the search: lower case, without diacritics. */

/** Letters that Unicode does not decompose. */
const PLAIN: Readonly<Record<string, string>> = {
  đ: 'd',
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ð: 'd',
  þ: 'th',
}

export const searchText = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[đłøßæœıðþ]/g, (letter) => PLAIN[letter] ?? letter)
