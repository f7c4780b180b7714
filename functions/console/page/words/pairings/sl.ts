/** Faults of pairings in Slovene. */
import type { PairingWords } from './pairing-words.ts'

const words: PairingWords = {
  empty: 'datoteka je prazna',
  'no-pairing': 'v njej ni nobenega para',
  'many-columns': '{count} stolpcev; razpredelnica parov jih ima največ {most}',
  'open-quote': 'tu se odpre narekovaj, ki se ne zapre; kar sledi, ni prebrano',
  'after-quote':
    'za končnim narekovajem se celica nadaljuje; narekovaj znotraj narekovajev se napiše dvakrat; kar sledi, ni prebrano',
  'no-column': 'noben stolpec nima naslova „{column}“; prva vrstica imenuje stolpce, na primer: {example}',
  'column-twice': 'dva stolpca pomenita {column}',
  'many-cells': 'celic je {count}, naslovov {columns}; ime, v katerem je ločilo, sodi v narekovaje',
  board: 'šahovnica „{board}“ ni številka; pričakovana je številka od 1 naprej',
  'game-id': 'oznaka partije „{game}“ ni veljavna; ima od 1 do 64 znakov {signs}',
  'other-round': 'kolo {other}; prejšnje vrstice so za kolo {round}',
  'name-missing': '{who}: ime manjka',
  'name-unseen': '{who}: v imenu so nevidni znaki',
  'name-long': '{who}: ime ima več kot {most} znakov',
  'fide-id': '{who}: FIDE-številka „{text}“ ni veljavna; pričakovana je številka, na primer 14600000',
  rating: '{who}: rating „{text}“ ni veljaven; pričakovana je številka do 4000',
  'title-long': '{who}: naziv „{text}“ ima več kot {most} znakov',
  'title-unseen': '{who}: v nazivu so nevidni znaki',
  federation: '{who}: zveza „{text}“ ni veljavna; pričakovane so tri črke, na primer SVK',
  'board-twice-here': 'šahovnica {board} je tu navedena dvakrat',
  'board-twice': 'šahovnica {board} je navedena tudi v vrstici {other}',
  'id-twice-here': 'oznaka partije {game} je tu navedena dvakrat',
  'id-twice': 'oznaka partije {game} je navedena tudi v vrstici {other}',
  'paired-twice-here': '{name}: tu dvakrat v paru',
  'paired-twice': '{name}: v paru tudi v vrstici {other}',
  'id-taken': 'oznaka partije {game} pripada drugi partiji; navedite drugo ali nobene',
  'board-taken':
    'na šahovnici {board} je že partija {game}, {white} – {black}; popravite to partijo ali navedite drugo šahovnico',
  'seated-elsewhere': '{name} v tem kolu že igra na šahovnici {board}',
  'many-games': '{count} partij; naenkrat jih je mogoče odpreti največ {most}',
}
export default words
