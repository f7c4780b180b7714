/** Faults of pairings in Polish. */
import type { PairingWords } from './pairing-words.ts'

const words: PairingWords = {
  empty: 'plik jest pusty',
  'no-pairing': 'nie ma w nim żadnej pary',
  'many-columns': '{count} kolumn; tabela kojarzeń ma ich najwyżej {most}',
  'open-quote': 'tu zaczyna się cudzysłów, który się nie kończy; dalszy ciąg nie jest czytany',
  'after-quote':
    'komórka ciągnie się za końcowym cudzysłowem; cudzysłów w cudzysłowie pisze się podwójnie; dalszy ciąg nie jest czytany',
  'no-column':
    'żadna kolumna nie ma nagłówka „{column}”; pierwszy wiersz nazywa kolumny, na przykład: {example}',
  'column-twice': 'dwie kolumny oznaczają {column}',
  'many-cells':
    'komórek jest {count}, nagłówków {columns}; nazwisko ze znakiem rozdzielającym należy ująć w cudzysłów',
  board: 'szachownica „{board}” nie jest liczbą; oczekiwana jest liczba od 1',
  'game-id': 'oznaczenie partii „{game}” jest nieprawidłowe; ma od 1 do 64 znaków {signs}',
  'other-round': 'runda {other}; poprzednie wiersze są z rundy {round}',
  'name-missing': '{who}: brak nazwiska',
  'name-unseen': '{who}: w nazwisku są niewidoczne znaki',
  'name-long': '{who}: nazwisko ma ponad {most} znaków',
  'fide-id': '{who}: numer FIDE „{text}” jest nieprawidłowy; oczekiwana jest liczba, na przykład 14600000',
  rating: '{who}: ranking „{text}” jest nieprawidłowy; oczekiwana jest liczba do 4000',
  'title-long': '{who}: tytuł „{text}” ma ponad {most} znaków',
  'title-unseen': '{who}: w tytule są niewidoczne znaki',
  federation: '{who}: federacja „{text}” jest nieprawidłowa; oczekiwane są trzy litery, na przykład SVK',
  'board-twice-here': 'szachownica {board} jest tu podana dwa razy',
  'board-twice': 'szachownica {board} jest podana także w wierszu {other}',
  'id-twice-here': 'oznaczenie partii {game} jest tu podane dwa razy',
  'id-twice': 'oznaczenie partii {game} jest podane także w wierszu {other}',
  'paired-twice-here': '{name}: tu dwa razy w parze',
  'paired-twice': '{name}: w parze także w wierszu {other}',
  'id-taken': 'oznaczenie {game} należy do innej partii; podaj inne albo żadne',
  'board-taken':
    'na szachownicy {board} jest już partia {game}, {white} – {black}; popraw tę partię albo podaj inną szachownicę',
  'seated-elsewhere': '{name} gra już w tej rundzie na szachownicy {board}',
  'many-games': '{count} partii; naraz można otworzyć najwyżej {most}',
}
export default words
