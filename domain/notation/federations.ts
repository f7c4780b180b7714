/**
 * The language in which a federation's players write their moves (C.2). It is used for moves written for a claim; an import names its
 * language.
 */
import type { Language } from './languages.ts'

/** Federations by FIDE's codes, except those whose players write in several languages, or in one not read here. */
const FEDERATIONS: Readonly<Partial<Record<Language, string>>> = {
  en: 'ENG SCO WLS IRL USA CAN AUS NZL IND PHI RSA NGR JAM BAR TTO GCI JCI IOM',
  sl: 'SLO',
  sk: 'SVK',
  sr: 'SRB MNE BIH',
  pl: 'POL',
  de: 'GER AUT LIE',
  fr: 'FRA MNC SEN CIV MLI',
  es: 'ESP ARG BOL CHI COL CRC CUB DOM ECU ESA GUA HON MEX NCA PAN PAR PER PUR URU VEN AND',
  nl: 'NED SUR ARU',
  ru: 'RUS',
  cs: 'CZE',
  hr: 'CRO',
  hu: 'HUN',
  it: 'ITA SMR',
  pt: 'POR BRA ANG MOZ CPV',
}

const LANGUAGE_OF: ReadonlyMap<string, Language> = new Map(
  Object.entries(FEDERATIONS).flatMap(([language, codes]) =>
    codes.split(' ').map((code) => [code, language as Language] as const),
  ),
)

/** The language of a federation by its code of three letters; null where it is not known. */
export const languageOfFederation = (code: string): Language | null =>
  LANGUAGE_OF.get(code.toUpperCase()) ?? null
