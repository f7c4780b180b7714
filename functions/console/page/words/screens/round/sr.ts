/** The boards of a round, in Serbian. */
import type { EN_ROUND } from './en.ts'

export const SR_ROUND: Readonly<Record<keyof typeof EN_ROUND, string>> = {
  'no-round': 'Iz ovog kola još nije prikazana nijedna tabla.',
  'no-such-round': 'Ovaj turnir još nema {round}. kolo.',
  'needs-arbiter': 'Potreban sudija',
  filter: 'Nađi igrača ili tablu',
  'none-found': 'Nijedna tabla nije nađena.',
  absent: 'nije stigao: {side}',
  order: 'Redosled tabli',
  'order-need': 'po hitnosti',
  'order-clock': 'po satu',
  'order-board': 'po tablama',
  'as-list': 'Spisak',
  sound: 'Zvuk',
  files: 'Datoteke',
  'round-pgn': 'Partije (PGN)',
  'round-scoresheets': 'Formulari',
  'round-report': 'Šta još nedostaje',
  'missing-nothing': 'Ništa ne nedostaje.',
  'missing-not-opened': 'Neotvorene partije',
  'missing-result': 'Bez rezultata',
  'missing-decision': 'Nalaz čeka sudiju',
  'missing-as-signed': 'Rezultat nije onaj koji je potpisan',
  'missing-signature': 'Nisu potpisala oba igrača',
  'save-file': 'Sačuvaj u datoteku',
  'round-state': '{ended} od {games} završenih',
}
