/** Writes the Serbian texts, which are in Latin letters, in Cyrillic: each Latin letter has one in Cyrillic. */

const LETTERS: Readonly<Record<string, string>> = {
  ...{
    a: 'а',
    b: 'б',
    v: 'в',
    g: 'г',
    d: 'д',
    đ: 'ђ',
    e: 'е',
    ž: 'ж',
    z: 'з',
    i: 'и',
    j: 'ј',
    k: 'к',
    l: 'л',
  },
  ...{
    m: 'м',
    n: 'н',
    o: 'о',
    p: 'п',
    r: 'р',
    s: 'с',
    t: 'т',
    ć: 'ћ',
    u: 'у',
    f: 'ф',
    h: 'х',
    c: 'ц',
    č: 'ч',
    š: 'ш',
  },
  ...{ lj: 'љ', nj: 'њ', dž: 'џ' },
}

/** Words that remain in Latin letters: names, formats and what users type. So do words with a figure, with q w x y, or in capitals. */
const LATIN = new Set([
  'touchmove',
  'json',
  'tokens',
  'ever',
  'shift',
  'home',
  'end',
  'enter',
  'livechess',
  'cloud',
  'board',
  'black',
])
for (const word of [
  'white',
  'timecontrol',
  'result',
  'variant',
  'gameid',
  'straight',
  'turned',
  'clock',
  'round',
  'proto',
  'serial',
  'game',
  'adoube',
])
  LATIN.add(word)

const staysLatin = (word: string): boolean =>
  /[\dqwxy]/i.test(word) || /^(?:[A-Z]{2,}|[DJLT])$/.test(word) || LATIN.has(word.toLowerCase())

const letter = (found: string): string => {
  const small = LETTERS[found.toLowerCase()]
  if (small === undefined) return found
  return found[0] === found[0]?.toLowerCase() ? small : small.toUpperCase()
}

/** Changes words, but not slots (`{side}`), figures and signs. */
export const toCyrillic = (text: string): string =>
  text.replaceAll(/\{\w+\}|O-O(?:-O)?|[\p{L}\d]+/gu, (word) =>
    word.startsWith('{') || word.startsWith('O-O') || staysLatin(word)
      ? word
      : word.replaceAll(/lj|nj|dž|\p{L}/giu, letter),
  )
