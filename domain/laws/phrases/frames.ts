/** The words of each language around the clause of a rule: sides in their cases, times, results, what becomes of it. */
import type { Cases, Frame } from './phrase.ts'

const cases = (nom: string, gen: string, dat: string, acc: string): Cases => ({ nom, gen, dat, acc })

const EN: Frame = {
  sides: {
    white: cases('White', 'White’s', 'White', 'White'),
    black: cases('Black', 'Black’s', 'Black', 'Black'),
    player: cases('a player', 'a player’s', 'a player', 'a player'),
    opponent: cases('the opponent', 'the opponent’s', 'the opponent', 'the opponent'),
  },
  article: 'Art.',
  cited: {
    Preface: 'Preface',
    'manual to': 'Arbiters’ Manual on',
    manual: 'Arbiters’ Manual',
    glossary: 'glossary',
    notes: 'notes',
    override: 'as the event changed it',
    'interpretation 14 June 2017 point': 'interpretation of 14 June 2017, point',
  },
  decimal: '.',
  units: {
    minute: { one: 'minute', other: 'minutes' },
    second: { one: 'second', other: 'seconds' },
  },
  due: 'due',
  restore: 'back to the position after event {seq}',
  time: '{time} for {side.acc}',
  results: {
    win: 'a win for {side.acc}',
    forfeit: 'a win by forfeit for {side.acc}',
    draw: 'a draw',
    lost: 'a loss for both players',
    absent: 'a loss by forfeit for both players',
    score: 'the score',
  },
  status: {
    final: 'the Laws settle it by themselves',
    'awaits-arbiter': 'the arbiter decides',
    'awaits-penalty': 'the arbiter chooses the penalty',
    'awaits-claim': 'it counts only if claimed or noticed in time',
    applied: 'this has been done',
    overruled: 'the arbiter has decided otherwise',
    lapsed: 'nothing more follows from it',
    undetermined: 'what follows could not be settled',
  },
}

const SL: Frame = {
  sides: {
    white: cases('beli', 'belega', 'belemu', 'belega'),
    black: cases('črni', 'črnega', 'črnemu', 'črnega'),
    player: cases('igralec', 'igralca', 'igralcu', 'igralca'),
    opponent: cases('nasprotnik', 'nasprotnika', 'nasprotniku', 'nasprotnika'),
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
}

const SK: Frame = {
  sides: {
    white: cases('Biely', 'Bieleho', 'Bielemu', 'Bieleho'),
    black: cases('Čierny', 'Čierneho', 'Čiernemu', 'Čierneho'),
    player: cases('hráč', 'hráča', 'hráčovi', 'hráča'),
    opponent: cases('súper', 'súpera', 'súperovi', 'súpera'),
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
}

const SR: Frame = {
  sides: {
    white: cases('beli', 'belog', 'belom', 'belog'),
    black: cases('crni', 'crnog', 'crnom', 'crnog'),
    player: cases('igrač', 'igrača', 'igraču', 'igrača'),
    opponent: cases('protivnik', 'protivnika', 'protivniku', 'protivnika'),
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
}

const PL: Frame = {
  sides: {
    white: cases('białe', 'białych', 'białym', 'białe'),
    black: cases('czarne', 'czarnych', 'czarnym', 'czarne'),
    player: cases('zawodnik', 'zawodnika', 'zawodnikowi', 'zawodnika'),
    opponent: cases('przeciwnik', 'przeciwnika', 'przeciwnikowi', 'przeciwnika'),
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
}

export const FRAMES = { en: EN, sl: SL, sk: SK, sr: SR, pl: PL } as const
