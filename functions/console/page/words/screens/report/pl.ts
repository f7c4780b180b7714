/** The report on a dispute, in Polish. */
import type { EN_REPORT } from './en.ts'

export const PL_REPORT: Readonly<Record<keyof typeof EN_REPORT, string>> = {
  'report-title': 'Raport o sporze',
  'disputed-instant': 'Pozycja w spornej chwili',
  'report-before': 'Pozycja wcześniej',
  'report-zone': 'Czasy według {zone}.',
  'report-events': 'Co się stało',
  'report-rulings': 'Decyzje',
  'report-hashes': 'Co poświadcza rejestr',
  'report-hash-note':
    'Każdy wpis podaje skrót (SHA-256 według RFC 8785) poprzedniego. Kto ma ostatni, może sprawdzić wszystkie: touchmove verify.',
  checkpoint: 'Punkt kontrolny dziennika {origin}, wpisów: {size}, korzeń',
  'report-none': 'brak',
  'taken-back-by': 'cofnięte zdarzeniem {seq}',
  'back-to-game': 'Powrót do partii',
  event: 'Zdarzenie',
  commit: 'Wpis',
  hash: 'Skrót',
  'report-statements': 'Oświadczenia i decyzja',
  'statement-white': 'Białe oświadczają',
  'statement-black': 'Czarne oświadczają',
  'statement-arbiter': 'Sędzia oświadcza',
  'statement-decision': 'Decyzja',
}
