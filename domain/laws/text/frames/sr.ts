/** The words around the clause of a rule, in Serbian. */
import { grammaticalCases, type SentenceFrame } from '../phrase.ts'

export const SR_FRAME: SentenceFrame = {
  sides: {
    white: grammaticalCases('beli', 'belog', 'belom', 'belog'),
    black: grammaticalCases('crni', 'crnog', 'crnom', 'crnog'),
    player: grammaticalCases('igrač', 'igrača', 'igraču', 'igrača'),
    opponent: grammaticalCases('protivnik', 'protivnika', 'protivniku', 'protivnika'),
  },
  article: 'čl.',
  cited: {
    Preface: 'Predgovor',
    'manual to': 'sudijski priručnik uz',
    manual: 'sudijski priručnik',
    glossary: 'rečnik izraza',
    notes: 'napomene',
    override: 'uz izmenu turnirskog pravilnika',
    'interpretation 14 June 2017 point': 'tumačenje od 14. 6. 2017, tačka',
  },
  decimal: ',',
  units: {
    minute: { one: 'minut', few: 'minuta', other: 'minuta' },
    second: { one: 'sekunda', few: 'sekunde', other: 'sekundi' },
  },
  due: 'propisano je',
  restore: 'vraćanje na poziciju posle događaja {seq}',
  time: '{time} za {side.acc}',
  results: {
    win: 'pobeda {side.gen}',
    forfeit: 'pobeda {side.gen} bez igre',
    draw: 'remi',
    lost: 'poraz oba igrača',
    absent: 'poraz oba igrača bez igre',
    score: 'rezultat',
  },
  status: {
    final: 'to određuju sama Pravila',
    'awaits-arbiter': 'odlučuje sudija',
    'awaits-penalty': 'kaznu bira sudija',
    'awaits-claim': 'važi samo ako se na vreme reklamira ili primeti',
    applied: 'to je već sprovedeno',
    overruled: 'odluka sudije je bila drugačija',
    lapsed: 'iz toga više ništa ne sledi',
    undetermined: 'šta sledi, nije se moglo utvrditi',
  },
  instead: {
    'written-fixed': 'izmena poteza zapisanog za reklamaciju remija {side.gen} više nije moguća',
    'claimed-not-made': 'potez na koji obavezuje reklamacija remija {side.gen} nije odigran',
  },
}
