/** The words printed on a scoresheet, in the languages in which verdicts are explained. */
import type { ExplanationLanguage } from '../laws/text/phrase.ts'
import type { Language } from '../notation/index.ts'

export interface ScoresheetWords {
  readonly event: string
  readonly site: string
  readonly date: string
  readonly round: string
  readonly board: string
  readonly timeControl: string
  readonly white: string
  readonly black: string
  readonly start: string
  readonly result: string
  readonly signature: string
  readonly arbiter: string
  /** Beside a move that was not legal and was not taken back. */
  readonly notLegal: string
  /** Beside moves that were made after the arbiter set another position. */
  readonly setAnew: string
  readonly inProgress: string
  /** At the foot: where the game stands in the record. */
  readonly record: string
  readonly commit: string
  readonly anchor: string
  readonly key: string
  readonly notAnchored: string
  /** The checkpoint of the log, and of how many entries it is. */
  readonly checkpoint: string
  readonly entries: string
  readonly root: string
}

const ENGLISH: ScoresheetWords = {
  event: 'Event',
  site: 'Place',
  date: 'Date',
  round: 'Round',
  board: 'Board',
  timeControl: 'Time control',
  white: 'White',
  black: 'Black',
  start: 'Start position',
  result: 'Result',
  signature: 'Signature',
  arbiter: 'Arbiter',
  notLegal: 'not legal, and not taken back',
  setAnew: 'position set by the arbiter before this move',
  inProgress: 'in progress',
  record: 'Record',
  commit: 'commit',
  anchor: 'anchor',
  key: 'key',
  notAnchored: 'no anchor vouches for it yet',
  checkpoint: 'Checkpoint of the log',
  entries: 'entries',
  root: 'root',
}

const SCORESHEET_WORDS: Readonly<
  Record<ExplanationLanguage, ScoresheetWords> & Partial<Record<Language, ScoresheetWords>>
> = {
  en: ENGLISH,
  sl: {
    event: 'Tekmovanje',
    site: 'Kraj',
    date: 'Datum',
    round: 'Kolo',
    board: 'Šahovnica',
    timeControl: 'Igralni čas',
    white: 'Beli',
    black: 'Črni',
    start: 'Začetni položaj',
    result: 'Izid',
    signature: 'Podpis',
    arbiter: 'Sodnik',
    notLegal: 'nemogoča, ni bila vrnjena',
    setAnew: 'pred to potezo je sodnik postavil položaj',
    inProgress: 'v teku',
    record: 'Zapis',
    commit: 'vpis',
    anchor: 'sidro',
    key: 'ključ',
    notAnchored: 'zanj še ne jamči nobeno sidro',
    checkpoint: 'Kontrolna točka dnevnika',
    entries: 'vnosi',
    root: 'koren',
  },
  sk: {
    event: 'Súťaž',
    site: 'Miesto',
    date: 'Dátum',
    round: 'Kolo',
    board: 'Šachovnica',
    timeControl: 'Čas na rozmyslenie',
    white: 'Biely',
    black: 'Čierny',
    start: 'Základné postavenie',
    result: 'Výsledok',
    signature: 'Podpis',
    arbiter: 'Rozhodca',
    notLegal: 'nemožný, nebol vrátený',
    setAnew: 'pred týmto ťahom rozhodca upravil pozíciu',
    inProgress: 'prebieha',
    record: 'Záznam',
    commit: 'zápis',
    anchor: 'kotva',
    key: 'kľúč',
    notAnchored: 'zatiaľ ho nepotvrdzuje žiadna kotva',
    checkpoint: 'Kontrolný bod denníka',
    entries: 'záznamy',
    root: 'koreň',
  },
  sr: {
    event: 'Takmičenje',
    site: 'Mesto',
    date: 'Datum',
    round: 'Kolo',
    board: 'Tabla',
    timeControl: 'Tempo igre',
    white: 'Beli',
    black: 'Crni',
    start: 'Početna pozicija',
    result: 'Rezultat',
    signature: 'Potpis',
    arbiter: 'Sudija',
    notLegal: 'nemoguć, nije vraćen',
    setAnew: 'pre ovog poteza sudija je postavio poziciju',
    inProgress: 'u toku',
    record: 'Zapis',
    commit: 'upis',
    anchor: 'sidro',
    key: 'ključ',
    notAnchored: 'za njega još ne jamči nijedno sidro',
    checkpoint: 'Kontrolna tačka dnevnika',
    entries: 'unosi',
    root: 'koren',
  },
  pl: {
    event: 'Zawody',
    site: 'Miejsce',
    date: 'Data',
    round: 'Runda',
    board: 'Szachownica',
    timeControl: 'Tempo gry',
    white: 'Białe',
    black: 'Czarne',
    start: 'Pozycja początkowa',
    result: 'Wynik',
    signature: 'Podpis',
    arbiter: 'Sędzia',
    notLegal: 'nieprawidłowe, nie zostało cofnięte',
    setAnew: 'przed tym posunięciem sędzia ustawił pozycję',
    inProgress: 'w toku',
    record: 'Zapis',
    commit: 'wpis',
    anchor: 'kotwica',
    key: 'klucz',
    notAnchored: 'nie potwierdza go jeszcze żadna kotwica',
    checkpoint: 'Punkt kontrolny dziennika',
    entries: 'wpisy',
    root: 'korzeń',
  },
}

/** In English where a language has its piece letters only. */
export const scoresheetWordsIn = (language: Language): ScoresheetWords =>
  SCORESHEET_WORDS[language] ?? ENGLISH
