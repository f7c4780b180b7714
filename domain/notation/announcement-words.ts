/**
 * The words of announced moves. D.2.1 gives the German ones, which hold unless the arbiter decides otherwise; the others
 * are those of the languages at hand, with what people really say beside them. Heard words are compared without accents.
 */
import type { Castling, Promotion } from '../../events/vocabulary.ts'

export const VOICES = ['de', 'en', 'sl', 'sk', 'sr', 'pl'] as const
export type Voice = (typeof VOICES)[number]

export interface Words {
  /** Pawn, knight, bishop, rook, queen, king. */
  readonly pieces: readonly string[]
  /** One to eight. */
  readonly ranks: readonly string[]
  readonly castling: Readonly<Record<Castling, string>>
  readonly takes: string
}

/** D.2.1's names of the files, in every language. */
export const FILE_NAMES = ['Anna', 'Bella', 'Cesar', 'David', 'Eva', 'Felix', 'Gustav', 'Hector'] as const

const said = (pieces: string, ranks: string, short: string, long: string, takes: string): Words => ({
  pieces: pieces.split(' '),
  ranks: ranks.split(' '),
  castling: { 'king-side': short, 'queen-side': long },
  takes,
})

export const WORDS: Readonly<Record<Voice, Words>> = {
  de: said(
    'Bauer Springer Läufer Turm Dame König',
    'eins zwei drei vier fünf sechs sieben acht',
    'kurze Rochade',
    'lange Rochade',
    'schlägt',
  ),
  en: said(
    'pawn knight bishop rook queen king',
    'one two three four five six seven eight',
    'short castling',
    'long castling',
    'takes',
  ),
  sl: said(
    'kmet skakač lovec trdnjava dama kralj',
    'ena dve tri štiri pet šest sedem osem',
    'mala rokada',
    'velika rokada',
    'vzame',
  ),
  sk: said(
    'pešiak jazdec strelec veža dáma kráľ',
    'jeden dva tri štyri päť šesť sedem osem',
    'malá rošáda',
    'veľká rošáda',
    'berie',
  ),
  sr: said(
    'pešak skakač lovac top dama kralj',
    'jedan dva tri četiri pet šest sedam osam',
    'mala rokada',
    'velika rokada',
    'uzima',
  ),
  pl: said(
    'pion skoczek goniec wieża hetman król',
    'jeden dwa trzy cztery pięć sześć siedem osiem',
    'krótka roszada',
    'długa roszada',
    'bije',
  ),
}

/** As a word is compared: small letters without accents. */
export const plain = (word: string): string =>
  word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('đ', 'd')

/** What is said besides, and what those who write it down hear (`night golf won`), by its meaning. */
const FILES_TOO: Readonly<Record<string, string>> = {
  a: 'ana alpha alfa anton',
  b: 'bela bravo berta bee',
  c: 'caesar cezar charlie casar cee see sea',
  d: 'dawid delta dora dee',
  e: 'ewa echo emil',
  f: 'feliks foxtrot fritz friedrich eff',
  g: 'gustaw golf gee',
  h: 'hektor hotel heinrich aitch',
}
const RANKS_TOO: Readonly<Record<string, string>> = {
  '1': 'ein jedna won',
  '2': 'zwo dvije too',
  '3': 'tree',
  '4': 'for fower',
  '5': 'fuenf fife',
  '8': 'ate',
}
const PIECES_TOO: Readonly<Record<Promotion | 'P' | 'K', string>> = {
  P: 'pesec pionek pijun',
  N: 'konj kon ross pferd horse night',
  B: 'laeufer laeuffer laufer tekac',
  R: 'vez kula',
  Q: 'kraljica kralovna krolowa',
  K: 'koenig',
}

/** Words by meaning, each as it is compared. */
function table(entries: readonly (readonly [meaning: string, words: readonly string[]])[]) {
  return new Map(entries.flatMap(([meaning, words]) => words.map((word) => [plain(word), meaning])))
}

const voices = Object.values(WORDS)
const list = (text = ''): string[] => text.split(' ').filter((word) => word !== '')

export const FILES: ReadonlyMap<string, string> = table(
  [...'abcdefgh'].map((file, k) => [file, [FILE_NAMES[k]!, ...list(FILES_TOO[file])]]),
)
export const RANKS: ReadonlyMap<string, string> = table(
  [...'12345678'].map((rank, k) => [
    rank,
    [...voices.map(({ ranks }) => ranks[k]!), ...list(RANKS_TOO[rank])],
  ]),
)
export const PIECES: ReadonlyMap<string, string> = table(
  (['P', 'N', 'B', 'R', 'Q', 'K'] as const).map((letter, k) => [
    letter,
    [...voices.map(({ pieces }) => pieces[k]!), ...list(PIECES_TOO[letter])],
  ]),
)
export const SIDES: ReadonlyMap<string, string> = table([
  ['king-side', list('kurze kurz short kingside mala kratka krotka krotko kratko')],
  ['queen-side', list('lange lang long queenside velika velka dluga dlugo dolga duga')],
])
/** After one of these a piece is the one that is taken. */
export const TAKING: ReadonlySet<string> = new Set(
  list('schlagt schlaegt nimmt takes captures x vzame jemlje berie bere uzima jede bije zbija'),
)
/** After one of these the speaker puts right what he has just said. */
export const SLIPS: ReadonlySet<string> = new Set(
  list(
    'nein falsch meine mean korrektur korrigiere pardon sorry no wrong correction ne napaka popravek oprava nie pomylka poprawka greska ispravka',
  ),
)
/** Words that say nothing about which move it is. */
export const SILENT: ReadonlySet<string> = new Set(
  list(
    'to nach auf von from rochade castles castling castle check schach mate matt checkmate schachmatt promotes promotion umwandlung in gleich equals en passant ich i on at the und and ah ahm eh ehm em hm uh um er please bitte prosim molim prosze wait warte ' +
      'na z ze sa iz s v u za rokada rosada roszada sah sach szach mat pretvorba premena promocja promocija polje pole',
  ),
)
