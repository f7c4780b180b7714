/** The boards of a round, in Polish. */
import type { EN_ROUND } from './en.ts'

export const PL_ROUND: Readonly<Record<keyof typeof EN_ROUND, string>> = {
  'no-round': 'Nie widać jeszcze żadnej szachownicy tej rundy.',
  'no-such-round': 'Ten turniej nie ma jeszcze rundy {round}.',
  'needs-arbiter': 'Potrzebny sędzia',
  filter: 'Znajdź zawodnika lub szachownicę',
  'none-found': 'Nie znaleziono żadnej szachownicy.',
  absent: 'brak gracza: {side}',
  order: 'Kolejność szachownic',
  'order-need': 'według pilności',
  'order-clock': 'według zegara',
  'order-board': 'według szachownicy',
  'as-list': 'Lista',
  sound: 'Dźwięk',
  files: 'Pliki',
  'round-pgn': 'Partie (PGN)',
  'round-scoresheets': 'Zapisy partii',
  'round-report': 'Czego jeszcze brakuje',
  'missing-nothing': 'Niczego nie brakuje.',
  'missing-not-opened': 'Nieotwarte partie',
  'missing-result': 'Bez wyniku',
  'missing-decision': 'Ustalenie czeka na sędziego',
  'missing-as-signed': 'Wynik inny niż podpisany',
  'missing-signature': 'Bez podpisów obu graczy',
  'save-file': 'Zapisz do pliku',
  'round-state': 'zakończone: {ended} z {games}',
}
