/** The words that are read in announced moves: those of Appendix D, and their synonyms. */
import type { Promotion } from '../../events/vocabulary.ts'
import { ANNOUNCEMENT_WORDS, FILE_NAMES } from './announcement-words.ts'

const FOLDED_LETTERS = 'łđабвгдђежзијклљмнњопрстћуфхцчџш'
const LATIN_LETTERS = 'l d a b v g d d e z z i j k l lj m n nj o p r s t c u f h c c dz s'.split(' ')

/** Words in the form in which they are compared: small Latin letters without accents, also from Cyrillic. */
export const foldLetters = (words: string): string =>
  words
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[łđа-џ]/g, (letter) => LATIN_LETTERS[FOLDED_LETTERS.indexOf(letter)] ?? letter)
    .replaceAll(/\b(king|queen)(?:['’]?s)?[ -]?side\b/g, '$1side')

/**
 * Synonyms by meaning, with the names by which letters are spelled in each of the languages, and what speech recognition and
 * typists make of the words (`night golf won`).
 */
const FILE_SYNONYMS: Readonly<Record<string, string>> = {
  a: 'ana alpha alfa anton adam aachen ankaran avala',
  b: 'bela bravo berta bee be berlin bled beograd bozena barbara',
  c: 'caesar cezar charlie casar cee see sea ce ze tse chemnitz celje cetinje cyril celina',
  d: 'dawid delta dora dee de dusseldorf duesseldorf drava drina dorota',
  e: 'ewa echo emil ee essen evropa edward',
  f: 'feliks foxtrot fritz friedrich eff ef frankfurt fala foca frantisek franciszek',
  g: 'gustaw golf gee ge gie goslar gorica golija grazyna',
  h: 'hektor hotel heinrich aitch ha haa hamburg hrastnik heroj helena henryk',
}
const RANK_SYNONYMS: Readonly<Record<string, string>> = {
  '1': 'ein jedna won',
  '2': 'zwo dvije too',
  '3': 'tree',
  '4': 'for fower',
  '5': 'fuenf fife',
  '8': 'ate',
}
/** Synonyms of pieces, with the grammatical cases in which they are named. */
const PIECE_SYNONYMS: Readonly<Record<Promotion | 'P' | 'K', string>> = {
  P: 'pesec pionek pijun kmetom pescem pesiakom pesakom pionem pijunom',
  N: 'konj kon ross pferd horse night nite knite konjem konom skakacem jazdcom skoczkiem skoczka jazdca skakaca konja',
  B: 'laeufer laeuffer tekac lovcem strelcom goncem tekacom lovca strelca gonca',
  R: 'vez kula trdnjavo vezou vezu topom topa wieza wieze kulom',
  Q: 'kraljica kralovna krolowa damo damou damu damom kraljico kraljicom hetmanem hetmana',
  K: 'koenig kraljem kralom krolem',
}

/** Words by meaning, each as it is compared. */
function table(entries: readonly (readonly [meaning: string, words: readonly string[]])[]) {
  return new Map(entries.flatMap(([meaning, words]) => words.map((word) => [foldLetters(word), meaning])))
}

const wordsOfVoices = Object.values(ANNOUNCEMENT_WORDS)
const list = (text = ''): string[] => text.split(' ').filter((word) => word !== '')

export const FILE_WORDS: ReadonlyMap<string, string> = table(
  [...'abcdefgh'].map((file, k) => [file, [FILE_NAMES[k]!, ...list(FILE_SYNONYMS[file])]]),
)
export const RANK_WORDS: ReadonlyMap<string, string> = table(
  [...'12345678'].map((rank, k) => [
    rank,
    [...wordsOfVoices.map(({ ranks }) => ranks[k]!), ...list(RANK_SYNONYMS[rank])],
  ]),
)
export const PIECE_WORDS: ReadonlyMap<string, string> = table(
  (['P', 'N', 'B', 'R', 'Q', 'K'] as const).map((letter, k) => [
    letter,
    [...wordsOfVoices.map(({ pieces }) => pieces[k]!), ...list(PIECE_SYNONYMS[letter])],
  ]),
)
export const CASTLING_SIDE_WORDS: ReadonlyMap<string, string> = table([
  [
    'king-side',
    list(
      'kurze kurz kleine klein short kingside mala malo malou malu kratka krotka krotko kratko kratku kratkou ' +
        'konigsflugel konigsfluegel konigsseite koenigsseite kralovskom kraljevo kraljevi kraljevom krolewska krolewskie krolewskim',
    ),
  ],
  [
    'queen-side',
    list(
      'lange lang grosse gross long queenside velika veliko veliku velka velku velkou dluga dlugo dolga dolgo duga dugo dugu dlha dlho dlhu dlhou ' +
        'damenflugel damenfluegel damenseite damskom damino damin daminom hetmanska hetmanskie hetmanskim',
    ),
  ],
])
/** Words for capturing: a piece named after one of them is the captured one. */
export const CAPTURE_WORDS: ReadonlySet<string> = new Set(
  list(
    'schlagt schlaegt nimmt takes captures x vzame jemlje pobere berie bere zoberie vezme bierze uzima jede bije zbija',
  ),
)
/** Words after which the speaker corrects what they have just said. */
export const CORRECTION_WORDS: ReadonlySet<string> = new Set(
  list(
    'nein falsch halt entschuldigung verzeihung meine mean korrektur korrigiere pardon sorry no wrong correction ne napaka popravek oprava nie pomylka poprawka przepraszam greska ispravka izvinite oprostite prepacte oops',
  ),
)
/** Words that do not determine the move. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(
  list(
    'to nach auf von from like as wie kot ako kao jak check schach mate matt checkmate schachmatt promotes promotion umwandlung in gleich equals en passant ich i on at the und and ah ahm eh ehm em hm uh um er please bitte prosim molim prosze wait warte ' +
      'w der die das den dem wird wurde zu zur zum becomes makes postane postaje staje sie zostaje stran strani strano strone krilo krilu kridle kridlo skrzydle skrzydlo flugel side robie delam igram hram gram ich spiele play ' +
      'na z ze sa iz s v u za am sah sach szach mat pretvorba premena promocja promocija polje pole',
  ),
)
/** Words for castling without its side: the one that is meant where only one is legal. */
export const CASTLES: ReadonlySet<string> = new Set(
  list(
    'rochade rochieren rochiere rochiert castles castling castle rokada rokado rokadu rokade rokiram rohada rohado rohadu rosada rosadu rosadou rosadi roszada roszade roszuje',
  ),
)
/** Words for the noughts of written castling: two are king-side, three queen-side. */
export const NULLS: ReadonlySet<string> = new Set(
  list('null nullen nula nuly nuli nule nic nicli nicle nulla zero zeros zera oh o 0'),
)
/** Words for a number of noughts, with that number: `dva krát nula` is two. */
export const TIMES: ReadonlyMap<string, number> = new Map(
  [
    list(
      'zweimal doppelt doppel zwei zwo double twice two dvakrat dva dve dvojna dvojita dwa dwie dwukrotnie podwojne',
    ),
    list('dreimal dreifach drei triple three trikrat tri trojna trojita trzy trzykrotnie potrojne'),
  ].flatMap((words, index) => words.map((word) => [word, index + 2] as const)),
)
/** Words between such a number and the nought. */
export const MULTIPLIED: ReadonlySet<string> = new Set(list('mal krat puta times razy'))
/** Words between a letter and the word by which it is spelled. */
export const SPELLED_BY: ReadonlySet<string> = new Set(list('wie like as kot ako kao jak'))
