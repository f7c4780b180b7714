/** The boards of a round, in Slovene. */
import type { EN_ROUND } from './en.ts'

export const SL_ROUND: Readonly<Record<keyof typeof EN_ROUND, string>> = {
  'no-round': 'V tem kolu še ni prikazane nobene table.',
  'no-such-round': '{round}. kola na tem turnirju še ni.',
  'needs-arbiter': 'Potrebuje sodnika',
  filter: 'Poišči igralca ali šahovnico',
  'none-found': 'Nobene šahovnice ni mogoče najti.',
  absent: 'še ni prišel: {side}',
  order: 'Vrstni red šahovnic',
  'order-need': 'po nujnosti',
  'order-clock': 'po uri',
  'order-board': 'po šahovnicah',
  'as-list': 'Seznam',
  sound: 'Zvok',
  files: 'Datoteke',
  'round-pgn': 'Partije (PGN)',
  'round-scoresheets': 'Zapisniki',
  'round-report': 'Kaj še manjka',
  'missing-nothing': 'Nič ne manjka.',
  'missing-not-opened': 'Neodprte partije',
  'missing-result': 'Brez rezultata',
  'missing-decision': 'Ugotovitev čaka sodnika',
  'missing-as-signed': 'Rezultat ni takšen, kot je podpisan',
  'missing-signature': 'Nista podpisala oba',
  'save-file': 'Shrani v datoteko',
  'round-state': '{ended} od {games} končanih',
}
