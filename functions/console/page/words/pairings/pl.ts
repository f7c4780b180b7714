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
  'name-letterless': '{who}: „{text}” nie jest nazwiskiem; nie ma żadnej litery',
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
  'tournament-unnamed': 'nie podano turnieju',
  'round-unnamed': 'nie podano rundy: wpisz ją lub dodaj kolumnę round',
  'report-round-unnamed': 'nie podano rundy: wpisz ją (każda w pliku ma swoje wyniki)',
  'round-differs': 'plik jest dla rundy {round}, a wybrano {wanted}',
  'time-control': 'tempo gry: {why}',
  refused: '{why}',
  'player-of-rank': 'zawodnik {rank}',
  'no-player': 'nie ma w nim żadnego zawodnika: jego wiersz zaczyna się od 001',
  'no-rank': 'w kolumnach 5–8 jest „{text}”; stoi tam numer startowy od 1; wiersz pominięto',
  'rank-twice': 'numer startowy {rank} ma już wiersz {other}; ten wiersz pominięto',
  'player-twice':
    'zawodnika {rank} nie da się odróżnić po nazwisku ani numerze FIDE od zawodnika z wiersza {other}; ten wiersz jest pominięty: podaj każdemu numer albo zapisz nazwiska inaczej',
  'cell-opponent': 'runda {round}, kolumny {columns}: „{text}” nie jest numerem startowym',
  'cell-colour': 'runda {round}, kolumny {columns}: kolor „{text}” nie jest żadnym z w, b, -',
  'cell-result':
    'runda {round}, kolumny {columns}: wynik „{text}” nie jest żadnym z 1 = 0 + - W D L H F U Z ani pusty dla partii, która dopiero będzie',
  'nobody-paired': 'w rundzie {round} nikt nie jest skojarzony',
  'one-result':
    'runda {round}: {code} przeciw {opponent}, a wiersz {other} nie ma wyniku; partia wchodzi bez niego',
  'no-opponent': 'runda {round}: przeciwnika {opponent} nie ma w tym pliku',
  'own-opponent': 'runda {round}: zawodnik {rank} jest skojarzony sam ze sobą',
  'pair-unnamed': 'runda {round}: bez nazwiska nie ma partii',
  'pair-differs':
    'runda {round}: gra przeciw {opponent}, a w wierszu {other} {opponent} ma przeciwnika {back}',
  'pair-one-sided':
    'runda {round}: gra przeciw {opponent}, a w wierszu {other} {opponent} nie ma przeciwnika',
  'pair-one-line':
    'runda {round}: gra przeciw {opponent}, a wiersz {other} nic o tej rundzie nie mówi; partia wchodzi według tego wiersza',
  'forfeit-colourless':
    'runda {round}: walkower {rank} przeciw {opponent} nie ma koloru; {rank} stoi jako białe, a w raporcie też nie ma koloru',
  'colour-missing': 'runda {round}: brak koloru przeciw {opponent}; jest to w lub b',
  'colour-twice': 'runda {round}: obaj mają ten sam kolor ({side}): zob. wiersz {other}',
  'over-a-point':
    'runda {round}: {code} przeciw {opponent}, a w wierszu {other} jest {back}: więcej niż jeden punkt w partii; wchodzi bez wyniku',
  birth:
    'zawodnik {rank}: data urodzenia „{text}” nie została odczytana; oczekiwany jest dzień, np. 1994/02/11, albo rok',
  sex: 'zawodnik {rank}: płeć „{text}” nie została odczytana; oczekiwane jest m albo w',
  'byes-unread': '„{text}” nie wymienia żadnych wolnych losów; oczekiwane np.: 240 H 004 0002 0007',
  'heading-unread': '{tag} „{text}” nie zostało odczytane; oczekiwane np. {due}',
  'heading-twice': '{tag} stoi też w wierszu {other}; liczy się to, co tam',
  indented:
    'wiersze zaczynają się od spacji ({count}, pierwszy to {first}); odczytano je, jakby ich nie było',
  points: 'zawodnik {rank}: punkty „{text}” przeczą wynikom, które dają {points}; liczą się wyniki',
  'beyond-rounds': '{tag} podaje liczbę rund {rounds}, a są pary rundy {round}; przyjęto je',
  'scoring-stays':
    'turniej liczy {win}, {draw} i {loss} za wygraną, remis i przegraną, a plik ma inne punkty; liczą się turniejowe',
  'bye-nobody':
    'wolny los {type} w rundzie {round} ma numer {rank}, który nie jest zawodnikiem z tego pliku; pominięto',
  'bye-paired':
    'wolny los {type} w rundzie {round} ma zawodnik {rank}, który ma wtedy przeciwnika; pominięto',
  'lines-passed': 'wiersze, na które zapis nie ma miejsca, są pominięte: {tags}',
  'title-unusual': '{who}: tytuł „{text}” nie jest żadnym z {titles}; zostaje tak, jak zapisano',
  'row-passed': '„{text}” nie jest parą; pominięto',
  byes: 'bez przeciwnika, więc bez partii ({count}): {names}',
  'results-left': 'pary, które mają w pliku już wynik: {count}; nie zostanie on wpisany',
  'column-unread': 'kolumna „{column}” nie jest czytana',
  'entries-refused': 'lista uczestników nie została wpisana: {why}',
  'round-refused': 'runda {round} nie została wpisana: {why}',
  'result-refused': 'runda {round}, szachownica {board}: {why}',
  'results-entered': 'runda {round}: wpisano wyniki, których nie było w zapisie: {results}',
  'game-entered': 'runda {round}: wpisano 1 partię, z wynikiem: {results}',
  'games-entered': 'runda {round}: wpisane partie: {count}, z wynikiem: {results}',
}
export default words
