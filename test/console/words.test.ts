/** The page's texts: every language has every text, with the same slots; moves are written and announced as the Laws say. */

import { expect, test, vi } from 'vitest'
import { initialPosition, parseFen, parseUci } from '../../domain/chess/index.ts'
import { PAIRING_FAULTS } from '../../domain/formats/pairings/index.ts'
import type { ExplanationLanguage } from '../../domain/laws/text/phrase.ts'
import { parseAnnouncement, writeSan } from '../../domain/notation/index.ts'
import { EVENT_TYPES } from '../../events/index.ts'
import {
  CLAIM_SUBJECTS,
  DECISIONS,
  DRAW_BASES,
  INCIDENTS,
  IRREGULARITIES,
  PENALTIES,
} from '../../events/vocabulary.ts'
import CONFIRMED_EN from '../../functions/console/page/words/confirmations/en.ts'
import CONFIRMED_PL from '../../functions/console/page/words/confirmations/pl.ts'
import { confirmationSentence } from '../../functions/console/page/words/confirmations/sentence.ts'
import CONFIRMED_SK from '../../functions/console/page/words/confirmations/sk.ts'
import CONFIRMED_SL from '../../functions/console/page/words/confirmations/sl.ts'
import CONFIRMED_SR from '../../functions/console/page/words/confirmations/sr.ts'
import { toCyrillic } from '../../functions/console/page/words/cyrillic.ts'
import { PAGE_EN } from '../../functions/console/page/words/en.ts'
import FAULTS_PL from '../../functions/console/page/words/pairings/pl.ts'
import FAULTS_SK from '../../functions/console/page/words/pairings/sk.ts'
import FAULTS_SL from '../../functions/console/page/words/pairings/sl.ts'
import FAULTS_SR from '../../functions/console/page/words/pairings/sr.ts'
import { PAGE_PL } from '../../functions/console/page/words/pl.ts'
import { EN_RECORD } from '../../functions/console/page/words/record/en.ts'
import { EN_ENTRY } from '../../functions/console/page/words/screens/entry/en.ts'
import { EN_GAME } from '../../functions/console/page/words/screens/game/en.ts'
import { EN_OFFICE } from '../../functions/console/page/words/screens/office/en.ts'
import { EN_PAGE } from '../../functions/console/page/words/screens/page/en.ts'
import { EN_REPORT } from '../../functions/console/page/words/screens/report/en.ts'
import { EN_ROUND } from '../../functions/console/page/words/screens/round/en.ts'
import { EN_RULINGS } from '../../functions/console/page/words/screens/rulings/en.ts'
import { PAGE_SK } from '../../functions/console/page/words/sk.ts'
import { PAGE_SL } from '../../functions/console/page/words/sl.ts'
import SOURCES_PL from '../../functions/console/page/words/sources/pl.ts'
import SOURCES_SK from '../../functions/console/page/words/sources/sk.ts'
import SOURCES_SL from '../../functions/console/page/words/sources/sl.ts'
import SOURCES_SR from '../../functions/console/page/words/sources/sr.ts'
import { PAGE_SR } from '../../functions/console/page/words/sr.ts'
import { SOURCE_REMARKS } from '../../functions/ingest/sources/source-remark.ts'

const SCREENS = [EN_PAGE, EN_ROUND, EN_GAME, EN_ENTRY, EN_RULINGS, EN_REPORT, EN_OFFICE, EN_RECORD]

const slots = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort()

/** A player is named in the case that the language wants. */
const slotsInAnyCase = (text: string): string[] =>
  slots(text.replaceAll(/\{(genitive|dative|accusative)\}/g, '{side}'))

/** Of all languages but English, which they are held against. */
type Others<Words> = Readonly<Record<Exclude<ExplanationLanguage, 'en'>, Words>>

const PAGES: Others<object> = { sl: PAGE_SL, sk: PAGE_SK, sr: PAGE_SR, pl: PAGE_PL }

/** Texts that are written as in English: names, signs, and words that a language has from the same root. */
const SAME_IN_ALL = ['app', 'a11y-move', 'adjust', 'source-no-round', 'e-adjust-announced']
const SAME_AS_ENGLISH: Others<readonly string[]> = {
  sl: ['rating'],
  sk: ['rating'],
  sr: ['admin', 'period', 'e-incident-recorded'],
  pl: ['operator', 'admin'],
}

for (const [name, words] of Object.entries(PAGES))
  test(`${name} has every text with the slots of the English one, and none left in English`, () => {
    for (const [key, text] of Object.entries(PAGE_EN)) {
      const there = (words as Readonly<Record<string, string>>)[key]!
      expect([key, ...slotsInAnyCase(there)]).toEqual([key, ...slotsInAnyCase(text)])
    }
    const same = Object.entries(PAGE_EN).flatMap(([key, text]) =>
      (words as Readonly<Record<string, string>>)[key] === text ? [key] : [],
    )
    expect(same.sort()).toEqual([...SAME_IN_ALL, ...SAME_AS_ENGLISH[name as keyof typeof PAGES]].sort())
    expect(Object.keys(words)).toEqual(Object.keys(PAGE_EN))
  })

test('no text belongs to two screens, of which one would hide the other', () => {
  const all = SCREENS.flatMap((screen) => Object.keys(screen))
  expect(all.filter((key, k) => all.indexOf(key) < k)).toEqual([])
  expect(all.sort()).toEqual(Object.keys(PAGE_EN).sort())
})

test('each fault of pairings has its words in every language, with the values of the English sentence', () => {
  const all: Others<typeof FAULTS_SL> = { sl: FAULTS_SL, sk: FAULTS_SK, sr: FAULTS_SR, pl: FAULTS_PL }
  for (const words of Object.values(all))
    for (const [code, text] of Object.entries(PAIRING_FAULTS)) {
      const there = words[code as keyof typeof words]
      expect([code, there === text && code !== 'refused', ...slots(there)]).toEqual([
        code,
        false,
        ...slots(text),
      ])
    }
  // Slots and what is typed stay as they are in the other alphabet.
  expect(toCyrillic(FAULTS_SR['game-id'])).toContain('{signs}')
})

test('what is confirmed is a whole sentence in every language, with all that the English one says', () => {
  // The player is named by a noun, by the form that a verb asks for, or in its place after a colon.
  const namedSlots = (text: string) =>
    slots(text)
      .map((slot) => (/^(who|dative|Dative|side)$/.test(slot) ? 'player' : slot))
      .sort()
  const all: Others<typeof CONFIRMED_SL> = {
    sl: CONFIRMED_SL,
    sk: CONFIRMED_SK,
    sr: CONFIRMED_SR,
    pl: CONFIRMED_PL,
  }
  for (const words of Object.values(all)) {
    expect(words.dative.white).not.toBe(words.dative.black)
    for (const [key, text] of Object.entries(CONFIRMED_EN)) {
      if (typeof text !== 'string') continue
      const there = words[key as keyof typeof words] as string
      expect([key, there === text, ...namedSlots(there)]).toEqual([key, false, ...namedSlots(text)])
      expect(there).toMatch(/^(?:\p{Lu}|\{).*\.$/u)
    }
  }
})

test('a sentence of a confirmation agrees with who acts and whom it concerns', () => {
  const flag = { type: 'flag-noticed', by: 'arbiter', data: { side: 'black' } } as const
  expect(confirmationSentence(flag, CONFIRMED_EN)).toBe('It is noticed that the flag of Black has fallen.')
  expect(confirmationSentence(flag, CONFIRMED_SL)).toBe('Ugotovi se, da je črnemu padla zastavica.')
  const clock = { type: 'clocks-started', by: 'arbiter', data: { side: 'white' } } as const
  expect(confirmationSentence(clock, CONFIRMED_PL)).toBe('Białym uruchamia się zegar.')
  const restored = { type: 'position-restored', by: 'arbiter', data: { seq: 12 } } as const
  expect(confirmationSentence(restored, CONFIRMED_EN)).toBe(
    'The position is put back to that after event 12.',
  )
  // Somebody who reports for a player is named beside the act, not taken for the player.
  const claim = { type: 'resigned', by: 'arbiter', data: {} } as unknown as typeof clock
  expect(confirmationSentence(claim, CONFIRMED_EN)).toBeUndefined()
})

test('every event, penalty, claim, irregularity and incident of the vocabulary has its words', () => {
  const wanted = [
    ...EVENT_TYPES.map((type) => `e-${type}`),
    ...PENALTIES.map((penalty) => `p-${penalty}`),
    ...[...CLAIM_SUBJECTS, ...DRAW_BASES, ...DECISIONS, ...IRREGULARITIES, ...INCIDENTS].map(
      (kind) => `k-${kind}`,
    ),
  ]
  expect(wanted.filter((key) => !(key in PAGE_EN))).toEqual([])
})

test('what the words of an event leave open is filled in from its data', async () => {
  const { slotsOf } = await import('../../functions/console/page/words/describe.ts')
  for (const type of EVENT_TYPES) {
    const filled = Object.keys(slotsOf({ type, by: 'arbiter', data: {} } as never, undefined))
    expect(
      slots(PAGE_EN[`e-${type}`]).filter((slot) => !filled.includes(slot)),
      `e-${type}: fill this slot in slotsOf (functions/console/page/words/describe.ts)`,
    ).toEqual([])
  }
})

test('the list of events names a player in the case that its words want', async () => {
  const { describeEvent } = await import('../../functions/console/page/words/describe.ts')
  const { loadLanguage } = await import('../../functions/console/page/words/texts.ts')
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('sessionStorage', { removeItem: () => {} })
  const described = (type: string, data: object) => describeEvent({ type, by: 'arbiter', data } as never)
  try {
    for (const [language, shown, assistant, warned] of [
      ['en', 'scoresheet shown to Black', 'assistant appointed for White', 'Warning, on White'],
      ['sl', 'zapisnik pokazan črnemu', 'imenovan pomočnik za belega', 'Opozorilo, zoper belega'],
      ['sk', 'partiár ukázaný čiernemu', 'určený asistent pre bieleho', 'Napomenutie, proti bielemu'],
      ['sr', 'formular pokazan crnom', 'imenovan pomoćnik za belog', 'Opomena, protiv belog'],
      ['sr-Cyrl', 'формулар показан црном', 'именован помоћник за белог', 'Опомена, против белог'],
      ['pl', 'zapis pokazany czarnym', 'wyznaczony asystent dla białych', 'Ostrzeżenie, przeciw białym'],
    ] as const) {
      await loadLanguage(language)
      expect([
        described('scoresheet-shown', { side: 'black' }),
        described('assistant-appointed', { side: 'white', duties: [] }),
        described('penalty-imposed', { penalty: 'warning', on: 'white' }),
      ]).toEqual([shown, assistant, warned])
    }
    await loadLanguage('en')
  } finally {
    vi.unstubAllGlobals()
  }
})

const announce = async (fen: string | null, uci: string) => {
  const { announcedMove: announced } = await import('../../functions/console/page/words/notation.ts')
  const parsed = fen === null ? null : parseFen(fen)
  const position = parsed?.ok ? parsed.value : initialPosition()
  const move = parseUci(position, uci)
  if (!move.ok) throw new Error(move.error.message)
  const text = announced(writeSan(position, move.value), uci)
  return { text, read: parseAnnouncement(position, text), move: move.value }
}

test('an announcement in the words of Appendix D is read back as the same move', async () => {
  for (const [fen, uci, words] of [
    [null, 'g1f3', 'Springer Gustav eins Felix drei'],
    [null, 'e2e4', 'Bauer Eva zwei Eva vier'],
    ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'e1c1', 'lange Rochade'],
    ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'h1h8', 'Turm Hector eins schlägt Hector acht'],
    ['7k/P7/8/8/8/8/8/K7 w - - 0 1', 'a7a8r', 'Bauer Anna sieben Anna acht Turm'],
  ] as const) {
    const { text, read, move } = await announce(fen, uci)
    expect(text).toBe(words)
    expect(read).toEqual({ ok: true, value: move })
  }
})

test('moves carry the letters of the language', async () => {
  const { localSan } = await import('../../functions/console/page/words/san.ts')
  expect(['en', 'sl', 'sk', 'sr', 'pl'].map((code) => localSan('Qxe8=N+', code))).toEqual([
    'Qxe8=N+',
    'Dxe8=S+',
    'Dxe8=J+',
    'Dxe8=S+',
    'Hxe8=S+',
  ])
  expect(localSan('O-O-O', 'pl')).toBe('O-O-O')
})

test('the first language of the browser that the page speaks is taken, Serbian in the alphabet it asks for', async () => {
  const { languageOfTags } = await import('../../functions/console/page/words/texts.ts')
  for (const [tags, chosen] of [
    [['sr'], 'sr-Cyrl'],
    [['sr-RS'], 'sr-Cyrl'],
    [['sr-Latn-RS'], 'sr'],
    [['de', 'pl-PL', 'en'], 'pl'],
    [['slo'], 'en'],
  ] as const)
    expect(languageOfTags(tags)).toBe(chosen)
})

test('Serbian is written in Cyrillic too: words are changed, slots, moves and names are not', () => {
  for (const [latin, cyrillic] of [
    ['Njegov ključ, Džep i Đak', 'Његов кључ, Џеп и Ђак'],
    ['U zapisu ostaje zauvek', 'У запису остаје заувек'],
    ['Tokeni su u datoteci tokens.json', 'Токени су у датотеци tokens.json'],
    [
      'Pritisak: {side}, f5xe6, O-O, SHA-256 po RFC 8785',
      'Притисак: {side}, f5xe6, O-O, SHA-256 по RFC 8785',
    ],
  ] as const)
    expect(toCyrillic(latin)).toBe(cyrillic)
})

test('what sources and imports say has its words in every language, with the values of the English sentence', () => {
  const all: Others<typeof SOURCES_SL> = { sl: SOURCES_SL, sk: SOURCES_SK, sr: SOURCES_SR, pl: SOURCES_PL }
  for (const words of Object.values(all)) {
    const same: string[] = []
    for (const [code, text] of Object.entries(SOURCE_REMARKS)) {
      const there = words[code as keyof typeof words]
      // A side may be named once where English names it twice.
      expect([code, ...new Set(slots(there))]).toEqual([code, ...new Set(slots(text))])
      // Sentences of slots alone have no words to translate.
      if (there === text && /\p{L}{3}/u.test(text.replaceAll(/\{\w+\}/g, ''))) same.push(code)
    }
    expect(same.filter((code) => !['no-control', 'field-rating'].includes(code))).toEqual([])
  }
})
