/**
 * The words of announced moves. D.2.1 gives the German ones, which hold unless the arbiter decides otherwise; other
 * languages have their own. Synonyms are in `announcement-synonyms.ts`.
 */
import type { Castling } from '../../events/vocabulary.ts'

export const VOICES = ['de', 'en', 'sl', 'sk', 'sr', 'pl'] as const
export type Voice = (typeof VOICES)[number]

export interface AnnouncementWords {
  /** Pawn, knight, bishop, rook, queen, king. */
  readonly pieces: readonly string[]
  /** One to eight. */
  readonly ranks: readonly string[]
  readonly castling: Readonly<Record<Castling, string>>
  readonly takes: string
}

/** D.2.1's names of the files, in every language. */
export const FILE_NAMES = ['Anna', 'Bella', 'Cesar', 'David', 'Eva', 'Felix', 'Gustav', 'Hector'] as const

const announcementWords = (
  pieces: string,
  ranks: string,
  short: string,
  long: string,
  takes: string,
): AnnouncementWords => ({
  pieces: pieces.split(' '),
  ranks: ranks.split(' '),
  castling: { 'king-side': short, 'queen-side': long },
  takes,
})

export const ANNOUNCEMENT_WORDS: Readonly<Record<Voice, AnnouncementWords>> = {
  de: announcementWords(
    'Bauer Springer Läufer Turm Dame König',
    'eins zwei drei vier fünf sechs sieben acht',
    'kurze Rochade',
    'lange Rochade',
    'schlägt',
  ),
  en: announcementWords(
    'pawn knight bishop rook queen king',
    'one two three four five six seven eight',
    'short castling',
    'long castling',
    'takes',
  ),
  sl: announcementWords(
    'kmet skakač lovec trdnjava dama kralj',
    'ena dve tri štiri pet šest sedem osem',
    'mala rokada',
    'velika rokada',
    'vzame',
  ),
  sk: announcementWords(
    'pešiak jazdec strelec veža dáma kráľ',
    'jeden dva tri štyri päť šesť sedem osem',
    'malá rošáda',
    'veľká rošáda',
    'berie',
  ),
  sr: announcementWords(
    'pešak skakač lovac top dama kralj',
    'jedan dva tri četiri pet šest sedam osam',
    'mala rokada',
    'velika rokada',
    'uzima',
  ),
  pl: announcementWords(
    'pion skoczek goniec wieża hetman król',
    'jeden dwa trzy cztery pięć sześć siedem osiem',
    'krótka roszada',
    'długa roszada',
    'bije',
  ),
}
