/** The words around the clause of a rule, in Slovak. */
import { grammaticalCases, type SentenceFrame } from '../phrase.ts'

export const SK_FRAME: SentenceFrame = {
  sides: {
    white: grammaticalCases('Biely', 'Bieleho', 'Bielemu', 'Bieleho'),
    black: grammaticalCases('Čierny', 'Čierneho', 'Čiernemu', 'Čierneho'),
    player: grammaticalCases('hráč', 'hráča', 'hráčovi', 'hráča'),
    opponent: grammaticalCases('súper', 'súpera', 'súperovi', 'súpera'),
  },
  article: 'čl.',
  cited: {
    Preface: 'Predslov',
    'manual to': 'Manuál rozhodcu k',
    manual: 'Manuál rozhodcu',
    glossary: 'komentár k výrazom',
    notes: 'poznámky',
    override: 'so zmenou v propozíciách',
    'interpretation 14 June 2017 point': 'výklad zo 14. 6. 2017, bod',
  },
  decimal: ',',
  units: {
    minute: { one: 'minúta', few: 'minúty', many: 'minúty', other: 'minút' },
    second: { one: 'sekunda', few: 'sekundy', many: 'sekundy', other: 'sekúnd' },
  },
  due: 'predpísané je',
  restore: 'návrat k pozícii po udalosti {seq}',
  time: '{time} pre {side.acc}',
  results: {
    win: 'výhra {side.gen}',
    forfeit: 'kontumačná výhra {side.gen}',
    draw: 'remíza',
    lost: 'prehra oboch hráčov',
    absent: 'kontumačná prehra oboch hráčov',
    score: 'výsledok',
  },
  status: {
    final: 'určujú to samotné Pravidlá',
    'awaits-arbiter': 'rozhodne rozhodca',
    'awaits-penalty': 'trest vyberie rozhodca',
    'awaits-claim': 'platí to len pri včasnej reklamácii alebo spozorovaní',
    applied: 'už sa tak stalo',
    overruled: 'rozhodnutie rozhodcu bolo iné',
    lapsed: 'nič ďalšie z toho nevyplýva',
    undetermined: 'čo nasleduje, sa nepodarilo určiť',
  },
  instead: {
    'written-fixed': 'zmena ťahu zapísaného k reklamácii remízy {side.gen} už nie je možná',
    'claimed-not-made': 'ťah, ku ktorému zaväzuje reklamácia remízy {side.gen}, nebol vykonaný',
  },
}
