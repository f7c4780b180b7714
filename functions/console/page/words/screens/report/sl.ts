/** The report on a dispute, in Slovene. */
import type { EN_REPORT } from './en.ts'

export const SL_REPORT: Readonly<Record<keyof typeof EN_REPORT, string>> = {
  'report-title': 'Poročilo o sporu',
  'disputed-instant': 'Pozicija v spornem trenutku',
  'report-before': 'Pozicija prej',
  'report-zone': 'Časi so po {zone}.',
  'report-events': 'Kaj se je zgodilo',
  'report-rulings': 'Odločitve',
  'report-hashes': 'Kaj jamči za zapis',
  'report-hash-note':
    'Vsak zapis navaja zgoščeno vrednost (SHA-256 po RFC 8785) prejšnjega. Kdor ima zadnjo, lahko preveri vse: touchmove verify.',
  checkpoint: 'Kontrolna točka dnevnika {origin}, vnosov: {size}, koren',
  'report-none': 'nič',
  'taken-back-by': 'preklicano z dogodkom {seq}',
  'back-to-game': 'Nazaj k partiji',
  event: 'Dogodek',
  commit: 'Zapis',
  hash: 'Zgoščena vrednost',
  'report-statements': 'Izjave in odločitev',
  'statement-white': 'Beli pravi',
  'statement-black': 'Črni pravi',
  'statement-arbiter': 'Sodnik pravi',
  'statement-decision': 'Odločitev',
}
