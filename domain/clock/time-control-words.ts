/** The words and signs in which organisers write time controls, cut into tokens. */
import { ok, type Result, refuse } from '../result.ts'

/**
 * English first, then what German, Spanish, French, Czech, Slovak and Polish feeds write.
 * `after` comes before the move that ends a period, `from` before the move at which a bonus starts; `game` is the American G/, `sd` its
 * sudden death; `quiet` words are skipped.
 */
const WORDS = {
  h: 'h hr hrs hour hours std stunde stunden hora horas heure heures hod hodina hodiny godz godzina godziny',
  min: 'm min mins minute minutes minuten minuto minutos minut minuta minuty minúta minúty minút',
  s: 's sec secs second seconds sek sekunde sekunden seg segs segundo segundos seconde secondes sekund sekunda sekundy sekúnd',
  moves:
    'move moves zug züge zügen jugada jugadas movimiento movimientos coup coups tah tahů ťah ťahov ruch ruchów',
  per: 'per each every pro por par na za',
  increment: 'increment increments inc incr bonus',
  delay: 'delay d',
  bronstein: 'bronstein',
  from: 'from starting beginning ab desde od',
  after: 'after at nach po',
  rest: 'rest remainder remaining end finish all resto',
  and: 'and plus with mit und con avec y et oraz',
  // biome-ignore lint/suspicious/noThenProperty: a list of words, which nobody awaits
  then: 'then followed dann',
  game: 'g game games',
  sd: 'sd',
  first: 'first',
  one: 'one',
  none: 'no without',
  quiet:
    'time control standard rapid blitz classical the for of in by a an addition additional added is to next until whole entire cumulative fischer mode player players th st nd rd für den die les de',
} as const

type Word = keyof typeof WORDS | 'slash'
export type TimeControlToken =
  | { readonly kind: 'number'; readonly text: string; readonly value: number }
  | { readonly kind: Word; readonly text: string }

const KINDS: ReadonlyMap<string, Word> = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) =>
    words.split(' ').map((word) => [word, kind as Word] as const),
  ),
)

const SIGNS: ReadonlyMap<string, Word> = new Map([
  ["'", 'min'],
  ['"', 's'],
  ['+', 'and'],
  ['&', 'and'],
  [',', 'then'],
  [';', 'then'],
  [':', 'then'],
  ['@', 'after'],
  ['/', 'slash'],
])

/** The text with one quotation mark for minutes and one for seconds in place of the many that people type. */
const plainQuotes = (text: string): string =>
  text
    .replace(/[’‘´`′]/g, "'")
    .replace(/[”“″]|''/g, '"')
    .toLowerCase()

const PIECE = /(\d+(?:[.,]\d+)?)|(\p{L}+)|([\s().]|-(?=\p{L}))|(.)/gsu

/** A longer run of letters is no word; this bounds what a hostile text may cost. */
const MAX_WORD_LENGTH = 40

/** The tokens of a text without quiet ones; refused with the first word or sign that belongs to no time control. */
export const timeControlTokens = (text: string): Result<readonly TimeControlToken[]> => {
  const tokens: TimeControlToken[] = []
  for (const [piece, digits, letters, quiet] of plainQuotes(text).matchAll(PIECE)) {
    if (quiet !== undefined) continue
    if (digits !== undefined)
      tokens.push({ kind: 'number', text: piece, value: Number(digits.replace(',', '.')) })
    else {
      const words =
        letters === undefined ? signOf(piece) : letters.length > MAX_WORD_LENGTH ? null : wordsOf(letters)
      if (words === null) return refuse('time-control', `"${piece}" is not understood`)
      tokens.push(...words)
    }
  }
  return ok(tokens.filter((token) => token.kind !== 'quiet'))
}

const signOf = (text: string): TimeControlToken[] | null => {
  const kind = SIGNS.get(text)
  return kind === undefined ? null : [{ kind, text }]
}

/** A known word, or two between which the space was lost ("gamewith"). */
const wordsOf = (letters: string): TimeControlToken[] | null => {
  const whole = KINDS.get(letters)
  if (whole !== undefined) return [{ kind: whole, text: letters }]
  for (let cut = letters.length - 1; cut > 0; cut--) {
    const [first, second] = [letters.slice(0, cut), letters.slice(cut)]
    const [kind, next] = [KINDS.get(first), KINDS.get(second)]
    if (kind !== undefined && next !== undefined)
      return [
        { kind, text: first },
        { kind: next, text: second },
      ]
  }
  return null
}
