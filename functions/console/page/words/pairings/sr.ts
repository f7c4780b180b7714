/** Faults of pairings in Serbian. */
import type { PairingWords } from './pairing-words.ts'

const words: PairingWords = {
  empty: 'datoteka je prazna',
  'no-pairing': 'u njoj nema nijednog para',
  'many-columns': '{count} kolona; tabela parova ima ih najviše {most}',
  'open-quote': 'ovde se otvara navodnik koji se ne zatvara; ono posle njega nije pročitano',
  'after-quote':
    'ćelija se nastavlja posle završnog navodnika; navodnik unutar navodnika piše se dvaput; ono posle njega nije pročitano',
  'no-column': 'nijedna kolona nema naslov „{column}“; prvi red imenuje kolone, na primer: {example}',
  'column-twice': 'dve kolone znače {column}',
  'many-cells':
    'ćelija je {count}, a naslova {columns}; ime u kome je znak za razdvajanje piše se u navodnicima',
  board: 'tabla „{board}“ nije broj; očekuje se broj od 1 naviše',
  'game-id': 'oznaka partije „{game}“ nije ispravna; ima od 1 do 64 znaka {signs}',
  'other-round': 'kolo {other}; prethodni redovi su iz kola {round}',
  'name-missing': '{who}: ime nedostaje',
  'name-unseen': '{who}: u imenu su nevidljivi znaci',
  'name-long': '{who}: ime ima više od {most} znakova',
  'fide-id': '{who}: FIDE broj „{text}“ nije ispravan; očekuje se broj, na primer 14600000',
  rating: '{who}: rejting „{text}“ nije ispravan; očekuje se broj do 4000',
  'title-long': '{who}: titula „{text}“ ima više od {most} znakova',
  'title-unseen': '{who}: u tituli su nevidljivi znaci',
  federation: '{who}: savez „{text}“ nije ispravan; očekuju se tri slova, na primer SVK',
  'board-twice-here': 'tabla {board} je ovde navedena dvaput',
  'board-twice': 'tabla {board} je navedena i u redu {other}',
  'id-twice-here': 'oznaka partije {game} je ovde navedena dvaput',
  'id-twice': 'oznaka partije {game} je navedena i u redu {other}',
  'paired-twice-here': '{name}: ovde dvaput u paru',
  'paired-twice': '{name}: u paru i u redu {other}',
  'id-taken': 'oznaka {game} pripada drugoj partiji; navedi drugu ili nijednu',
  'board-taken':
    'na tabli {board} je već partija {game}, {white} – {black}; ispravi nju ili navedi drugu tablu',
  'seated-elsewhere': '{name} u ovom kolu već igra na tabli {board}',
  'many-games': '{count} partija; odjednom se može otvoriti najviše {most}',
}
export default words
