/** The report on a dispute, in Serbian. */
import type { EN_REPORT } from './en.ts'

export const SR_REPORT: Readonly<Record<keyof typeof EN_REPORT, string>> = {
  'report-title': 'Izveštaj o sporu',
  'disputed-instant': 'Pozicija u spornom trenutku',
  'report-before': 'Pozicija pre toga',
  'report-zone': 'Vremena su po {zone}.',
  'report-events': 'Šta se dogodilo',
  'report-rulings': 'Odluke',
  'report-hashes': 'Šta garantuje za zapis',
  'report-hash-note':
    'Svaki upis navodi heš (SHA-256 po RFC 8785) prethodnog. Ko ima poslednji, može da proveri sve: touchmove verify.',
  checkpoint: 'Kontrolna tačka dnevnika {origin}, unosa: {size}, koren',
  'report-none': 'ništa',
  'taken-back-by': 'poništeno događajem {seq}',
  'back-to-game': 'Nazad na partiju',
  event: 'Događaj',
  commit: 'Upis',
  hash: 'Heš',
  'report-statements': 'Izjave i odluka',
  'statement-white': 'Beli izjavljuje',
  'statement-black': 'Crni izjavljuje',
  'statement-arbiter': 'Sudija izjavljuje',
  'statement-decision': 'Odluka',
}
