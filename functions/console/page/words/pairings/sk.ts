/** Faults of pairings in Slovak. */
import type { PairingWords } from './pairing-words.ts'

const words: PairingWords = {
  empty: 'súbor je prázdny',
  'no-pairing': 'nie je v ňom žiadna dvojica',
  'many-columns': '{count} stĺpcov; tabuľka dvojíc ich má najviac {most}',
  'open-quote': 'tu sa začína úvodzovka, ktorá sa neuzavrie; čo nasleduje, nie je prečítané',
  'after-quote':
    'bunka pokračuje za koncovou úvodzovkou; úvodzovka v úvodzovkách sa píše dvakrát; čo nasleduje, nie je prečítané',
  'no-column': 'žiadny stĺpec nemá názov „{column}“; prvý riadok pomenúva stĺpce, napríklad: {example}',
  'column-twice': 'dva stĺpce znamenajú {column}',
  'many-cells': 'buniek je {count}, stĺpcov v hlavičke {columns}; meno s oddeľovačom patrí do úvodzoviek',
  board: 'šachovnica „{board}“ nie je číslo; očakáva sa číslo od 1',
  'game-id': 'označenie partie „{game}“ nie je platné; má 1 až 64 znakov {signs}',
  'other-round': 'kolo {other}; predchádzajúce riadky sú z kola {round}',
  'name-missing': '{who}: meno chýba',
  'name-unseen': '{who}: v mene sú neviditeľné znaky',
  'name-long': '{who}: meno má viac ako {most} znakov',
  'fide-id': '{who}: číslo FIDE „{text}“ nie je platné; očakáva sa číslo, napríklad 14600000',
  rating: '{who}: rating „{text}“ nie je platný; očakáva sa číslo do 4000',
  'title-long': '{who}: titul „{text}“ má viac ako {most} znakov',
  'title-unseen': '{who}: v titule sú neviditeľné znaky',
  federation: '{who}: federácia „{text}“ nie je platná; očakávajú sa tri písmená, napríklad SVK',
  'board-twice-here': 'šachovnica {board} je tu uvedená dvakrát',
  'board-twice': 'šachovnica {board} je uvedená aj v riadku {other}',
  'id-twice-here': 'označenie partie {game} je tu uvedené dvakrát',
  'id-twice': 'označenie partie {game} je uvedené aj v riadku {other}',
  'paired-twice-here': '{name}: tu dvakrát vo dvojici',
  'paired-twice': '{name}: vo dvojici aj v riadku {other}',
  'id-taken': 'označenie {game} patrí inej partii; uveďte iné alebo žiadne',
  'board-taken':
    'na šachovnici {board} je už partia {game}, {white} – {black}; opravte ju alebo uveďte inú šachovnicu',
  'seated-elsewhere': '{name} už v tomto kole hrá na šachovnici {board}',
  'many-games': '{count} partií; naraz sa ich dá otvoriť najviac {most}',
}
export default words
