/** The words around the clause of a rule, in Slovene. */
import { grammaticalCases, type SentenceFrame } from '../phrase.ts'

export const SL_FRAME: SentenceFrame = {
  sides: {
    white: grammaticalCases('beli', 'belega', 'belemu', 'belega'),
    black: grammaticalCases('črni', 'črnega', 'črnemu', 'črnega'),
    player: grammaticalCases('igralec', 'igralca', 'igralcu', 'igralca'),
    opponent: grammaticalCases('nasprotnik', 'nasprotnika', 'nasprotniku', 'nasprotnika'),
  },
  article: 'čl.',
  cited: {
    Preface: 'Predgovor',
    'manual to': 'sodniški priročnik k',
    manual: 'sodniški priročnik',
    glossary: 'slovarček',
    notes: 'opombe',
    override: 's spremembo tekmovanja',
    'interpretation 14 June 2017 point': 'tolmačenje z dne 14. 6. 2017, točka',
  },
  decimal: ',',
  units: {
    minute: { one: 'minuta', two: 'minuti', few: 'minute', other: 'minut' },
    second: { one: 'sekunda', two: 'sekundi', few: 'sekunde', other: 'sekund' },
  },
  due: 'predpisano je',
  restore: 'vrnitev v pozicijo po dogodku {seq}',
  time: '{time} za {side.acc}',
  results: {
    win: 'zmaga {side.gen}',
    forfeit: 'zmaga {side.gen} s kontumacem',
    draw: 'remi',
    lost: 'poraz obeh igralcev',
    absent: 'kontumac za oba igralca',
    score: 'izid',
  },
  status: {
    final: 'to določajo pravila sama',
    'awaits-arbiter': 'odloči sodnik',
    'awaits-penalty': 'kazen izbere sodnik',
    'awaits-claim': 'šteje le, če je to pravočasno reklamirano ali opaženo',
    applied: 'to je že izvedeno',
    overruled: 'odločitev sodnika je bila drugačna',
    lapsed: 'iz tega ne sledi nič več',
    undetermined: 'kaj sledi, ni bilo mogoče dognati',
  },
  instead: {
    'written-fixed': 'sprememba poteze, zapisane za reklamacijo remija {side.gen}, ni več mogoča',
    'claimed-not-made': 'poteza, h kateri zavezuje reklamacija remija {side.gen}, ni bila odigrana',
  },
}
