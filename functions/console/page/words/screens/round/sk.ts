/** The boards of a round, in Slovak. */
import type { EN_ROUND } from './en.ts'

export const SK_ROUND: Readonly<Record<keyof typeof EN_ROUND, string>> = {
  'no-round': 'Z tohto kola sa zatiaľ nezobrazuje žiadna šachovnica.',
  'no-such-round': 'Tento turnaj ešte nemá {round}. kolo.',
  'needs-arbiter': 'Potrebuje rozhodcu',
  filter: 'Nájsť hráča alebo šachovnicu',
  'none-found': 'Nenašla sa žiadna šachovnica.',
  absent: 'ešte neprišiel: {side}',
  order: 'Poradie šachovníc',
  'order-need': 'podľa naliehavosti',
  'order-clock': 'podľa hodín',
  'order-board': 'podľa šachovnice',
  'as-list': 'Zoznam',
  sound: 'Zvuk',
  files: 'Súbory',
  'round-pgn': 'Partie (PGN)',
  'round-scoresheets': 'Partiáre',
  'round-report': 'Čo ešte chýba',
  'missing-nothing': 'Nič nechýba.',
  'missing-not-opened': 'Neotvorené partie',
  'missing-result': 'Bez výsledku',
  'missing-decision': 'Nález čaká na rozhodcu',
  'missing-as-signed': 'Výsledok nie je ten podpísaný',
  'missing-signature': 'Nepodpísali obaja',
  'save-file': 'Uložiť do súboru',
  'round-state': '{ended} z {games} skončených',
}
