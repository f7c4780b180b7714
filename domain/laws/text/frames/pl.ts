/** The words around the clause of a rule, in Polish. */
import { grammaticalCases, type SentenceFrame } from '../phrase.ts'

export const PL_FRAME: SentenceFrame = {
  sides: {
    white: grammaticalCases('białe', 'białych', 'białym', 'białe'),
    black: grammaticalCases('czarne', 'czarnych', 'czarnym', 'czarne'),
    player: grammaticalCases('zawodnik', 'zawodnika', 'zawodnikowi', 'zawodnika'),
    opponent: grammaticalCases('przeciwnik', 'przeciwnika', 'przeciwnikowi', 'przeciwnika'),
  },
  article: 'art.',
  cited: {
    Preface: 'Przedmowa',
    'manual to': 'podręcznik sędziego do',
    manual: 'podręcznik sędziego',
    glossary: 'słowniczek',
    notes: 'uwagi',
    override: 'ze zmianą w regulaminie',
    'interpretation 14 June 2017 point': 'interpretacja z 14.06.2017, punkt',
  },
  decimal: ',',
  units: {
    minute: { one: 'minuta', few: 'minuty', many: 'minut', other: 'minuty' },
    second: { one: 'sekunda', few: 'sekundy', many: 'sekund', other: 'sekundy' },
  },
  due: 'należy się',
  restore: 'powrót do pozycji po zdarzeniu {seq}',
  time: '{time} dla {side.gen}',
  results: {
    win: 'wygrana {side.gen}',
    forfeit: 'wygrana {side.gen} walkowerem',
    draw: 'remis',
    lost: 'przegrana obu zawodników',
    absent: 'obustronny walkower',
    score: 'wynik',
  },
  status: {
    final: 'tak stanowią same przepisy',
    'awaits-arbiter': 'decyduje sędzia',
    'awaits-penalty': 'karę wybiera sędzia',
    'awaits-claim': 'liczy się to tylko po reklamacji lub zauważeniu w porę',
    applied: 'już to wykonano',
    overruled: 'decyzja sędziego była inna',
    lapsed: 'nic więcej z tego nie wynika',
    undetermined: 'nie udało się ustalić, co z tego wynika',
  },
  instead: {
    'written-fixed': 'zmiana ruchu zapisanego do reklamacji remisu {side.gen} nie jest już możliwa',
    'claimed-not-made': 'ruch, do którego zobowiązuje reklamacja remisu {side.gen}, nie został wykonany',
  },
}
