/** What can be wrong with a line of pairings. Each fault has a code and an English sentence, so that a page can say it in its own language. */

/** English; `{slot}` is a value of the fault. Notes are listed here too; a note prevents no game from being opened. */
export const PAIRING_FAULTS = {
  empty: 'the file is empty',
  'no-pairing': 'there is no pairing in it',
  'many-columns': '{count} columns; a table of pairings has at most {most}',
  'open-quote': 'a quote is opened here and never closed; nothing after it is read',
  'after-quote':
    'a cell goes on after its closing quote; a quote within quotes is written twice; nothing after it is read',
  'no-column': 'no column is headed "{column}"; the first line names the columns, such as: {example}',
  'column-twice': 'two columns mean {column}',
  'many-cells':
    '{count} cells, the heading has {columns}; a name with the separator in it has to be in quotes',
  board: 'the board "{board}" is not valid: it is a number from 1',
  'game-id': 'the game id "{game}" is not valid: it is 1 to 64 of {signs}',
  'other-round': 'round {other}; the rows before are of round {round}',
  'name-missing': '{who}: the name is missing',
  'name-letterless': '{who}: "{text}" is no name: it has no letter',
  'name-unseen': '{who}: the name has invisible characters',
  'name-long': '{who}: the name has more than {most} characters',
  'fide-id': '{who}: the FIDE id "{text}" is not valid: it is a number such as 14600000',
  rating: '{who}: the rating "{text}" is not valid: it is a number up to 4000',
  'title-long': '{who}: the title "{text}" has more than {most} characters',
  'title-unseen': '{who}: the title has invisible characters',
  federation: '{who}: the federation "{text}" is not valid: it is three letters such as SVK',
  'board-twice-here': 'board {board} is given twice here',
  'board-twice': 'board {board} is given on line {other} too',
  'id-twice-here': 'the game id {game} is given twice here',
  'id-twice': 'the game id {game} is given on line {other} too',
  'paired-twice-here': '{name} is paired twice here',
  'paired-twice': '{name} is paired on line {other} too',
  'id-taken': "the game id {game} is another game's; give another one, or none",
  'board-taken':
    'board {board} has the game {game} already, {white} – {black}; correct that one (details-corrected), or give another board',
  'seated-elsewhere': '{name} plays at board {board} of this round already',
  'many-games': '{count} games; at most {most} are opened at once',
  'tournament-unnamed': 'the tournament is not named: add --tournament ID (letters, digits, _ and -)',
  'round-unnamed': 'the round is not named: add --round N, or a column round',
  'report-round-unnamed': 'the round is not named: add --round N (each of the file has its results)',
  'round-differs': 'the file is of round {round}; --round says {wanted}',
  'time-control': 'time control: {why}',
  refused: '{why}',
  'player-of-rank': 'player {rank}',
  // Faults of a report file (TRF)
  'no-player': 'there is no player in it: a line of a player begins with 001',
  'no-rank': 'columns 5–8 hold "{text}"; they hold a starting rank from 1; the line is left out',
  'rank-twice': 'the starting rank {rank} is that of line {other}; this line is left out',
  'player-twice':
    'player {rank} cannot be told from the one of line {other} by name or FIDE id; this line is left out: give each an id, or write the names otherwise',
  'cell-opponent': 'round {round}, columns {columns}: "{text}" is no starting rank',
  'cell-colour': 'round {round}, columns {columns}: the colour "{text}" is none of w, b, -',
  'cell-result':
    'round {round}, columns {columns}: the result "{text}" is none of 1 = 0 + - W D L H F U Z, nor blank for a game to come',
  'nobody-paired': 'nobody is paired in round {round}',
  'one-result':
    'round {round}: {code} against {opponent}, and line {other} has no result; the game goes in without one',
  'no-opponent': 'round {round}: the opponent {opponent} is no player of this file',
  'own-opponent': 'round {round}: player {rank} is paired against themselves',
  'pair-unnamed': 'round {round}: no game is opened for a player without a name',
  'pair-differs': 'round {round}: plays {opponent}, but line {other} has {opponent} against {back}',
  'pair-one-sided': 'round {round}: plays {opponent}, but line {other} has {opponent} against nobody',
  'colour-missing': 'round {round}: the colour against {opponent} is missing; it is w or b',
  'colour-twice': 'round {round}: both have {side}: see line {other}',
  'over-a-point':
    'round {round}: {code} against {opponent}, and line {other} has {back}: more than one point in a game; it goes in without a result',
  // Notes
  'pair-one-line':
    'round {round}: plays {opponent}, of whom line {other} says nothing then; the game goes in as this line has it',
  'forfeit-colourless':
    'round {round}: the forfeit of {rank} against {opponent} has no colour; {rank} stands as White, and the report that is written has no colour either',
  birth: 'player {rank}: the birth "{text}" is not read; it is a day such as 1994/02/11, or a year',
  sex: 'player {rank}: the sex "{text}" is not read; it is m or w',
  'byes-unread': '"{text}" names no byes; write them like 240 H 004 0002 0007',
  'heading-unread': '{tag} "{text}" is not read; write it like {due}',
  'heading-twice': '{tag} stands on line {other} too; what that says counts',
  indented: 'lines begin with blanks ({count}, the first is {first}); read as if they did not',
  points: 'player {rank}: the points "{text}" contradict the results, which give {points}; the results count',
  'beyond-rounds': '{tag} says {rounds} rounds, and there are pairs of round {round}; they are taken',
  'scoring-stays':
    'the tournament counts {win}, {draw} and {loss} for a game won, drawn and lost, and the file has other points; the tournament’s count',
  'bye-nobody': 'the bye {type} of round {round} is that of {rank}, who is no player of this file; left out',
  'bye-paired':
    'the bye {type} of round {round} is that of player {rank}, who has an opponent then; left out',
  'lines-passed': 'lines that the record has no place for are passed over: {tags}',
  'title-unusual': '{who}: the title "{text}" is none of {titles}; it is kept as written',
  'row-passed': '"{text}" is no pairing; passed over',
  byes: 'no game for {count} without an opponent: {names}',
  'results-left': '{count} of the pairs have a result in the file; it is not entered',
  'column-unread': 'the column "{column}" is not read',
  'entries-refused': 'the entry list is not entered: {why}',
  'round-refused': 'round {round} is not entered: {why}',
  'result-refused': 'round {round}, board {board}: {why}',
  'results-entered': 'round {round}: {results} results entered that the record did not have',
  'game-entered': 'round {round}: 1 game entered, {results} with their results',
  'games-entered': 'round {round}: {count} games entered, {results} with their results',
} as const

export type PairingFaultCode = keyof typeof PAIRING_FAULTS
export type PairingFaultSlots = Readonly<Record<string, string | number>>

/** What is wrong with a line, and what would be right. Line 0 means the whole file. */
export interface PairingFault {
  readonly line: number
  /** The sentence in English. */
  readonly reason: string
  /** The code of the sentence, where it has one; `slots` are its values. */
  readonly code?: PairingFaultCode
  readonly slots?: PairingFaultSlots
}

export const pairingFault = (
  line: number,
  code: PairingFaultCode,
  slots: PairingFaultSlots = {},
): PairingFault => ({
  line,
  reason: PAIRING_FAULTS[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(slots[name] ?? '')),
  code,
  slots,
})
