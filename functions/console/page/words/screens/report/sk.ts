/** The report on a dispute, in Slovak. */
import type { EN_REPORT } from './en.ts'

export const SK_REPORT: Readonly<Record<keyof typeof EN_REPORT, string>> = {
  'report-title': 'Správa o spore',
  'disputed-instant': 'Pozícia v spornom okamihu',
  'report-before': 'Pozícia predtým',
  'report-zone': 'Časy sú podľa {zone}.',
  'report-events': 'Čo sa stalo',
  'report-rulings': 'Rozhodnutia',
  'report-hashes': 'Čo ručí za záznam',
  'report-hash-note':
    'Každý zápis uvádza odtlačok (SHA-256 podľa RFC 8785) predchádzajúceho. Kto má posledný, môže overiť všetky: touchmove verify.',
  checkpoint: 'Kontrolný bod denníka {origin}, záznamov: {size}, koreň',
  'report-none': 'nič',
  'taken-back-by': 'zrušené udalosťou {seq}',
  'back-to-game': 'Späť k partii',
  event: 'Udalosť',
  commit: 'Zápis',
  hash: 'Odtlačok',
  'report-statements': 'Vyjadrenia a rozhodnutie',
  'statement-white': 'Biely uvádza',
  'statement-black': 'Čierny uvádza',
  'statement-arbiter': 'Rozhodca uvádza',
  'statement-decision': 'Rozhodnutie',
}
