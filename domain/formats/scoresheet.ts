/** Scoresheets for print: an HTML page a game, with both clocks, in the piece letters of any of the notation's languages. */

import { type EventData, SIDES, type Side } from '../../events/index.ts'
import { writeTimeControl } from '../clock/index.ts'
import { fenOf, type GameState, movesAfterEnd, pathOf } from '../game/index.ts'
import type { Language } from '../notation/index.ts'
import { localizeSan } from '../notation/localize.ts'
import { writeClock } from '../pgn/index.ts'
import { annotationsOf } from './pgn-source.ts'
import { moveTimes } from './pgn-times.ts'
import { unplayedMoves } from './pgn-unplayed.ts'
import { type PrintedCheckpoint, printedRoot } from './printed-checkpoint.ts'
import { type ScoresheetWords, scoresheetWordsIn } from './scoresheet-words.ts'

export interface PrintedGame {
  readonly game: string
  readonly state: GameState
  /** Where it sits now. */
  readonly board?: number | undefined
  /** Printed at the foot, so that the paper can be compared with the record; for those who may read the record. */
  readonly mark?: RecordMark | undefined
}

/** A game's last commit at the time of printing (its number and hash), and the last anchor that vouches for the game. */
export interface RecordMark {
  readonly n: number
  readonly hash: string
  /** Its number, the id of the key that signed it, and the commit up to which it vouches. */
  readonly anchor?: { readonly n: number; readonly key: string; readonly commit: number } | undefined
}

export interface PrintOptions {
  readonly language?: Language | undefined
  /** Draw offers are marked `(=)` (Article 8.1): for those who may see them. */
  readonly offers?: boolean | undefined
  /** Printed at the foot of each page: for those who may read the whole record. */
  readonly checkpoint?: PrintedCheckpoint | undefined
}

/** Moves in one column of the sheet. */
const ROWS_PER_COLUMN = 30

/** All of the document's styles; a strict policy names them by their digest. */
export const SCORESHEET_STYLE = `
@page { size: A4; margin: 12mm }
body { font: 9.5pt/1.25 "Noto Sans", "DejaVu Sans", Arial, sans-serif; margin: 0; color: #000 }
article { break-after: page; max-width: 186mm; margin: 0 auto 10mm }
article:last-child { break-after: auto; margin-bottom: 0 }
h1 { font-size: 13pt; margin: 0 0 2mm }
dl { display: grid; grid-template-columns: auto 1fr auto 1fr; gap: .5mm 4mm; margin: 0 0 3mm }
dt { color: #444 } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
.moves { display: flex; flex-wrap: wrap; gap: 4mm }
table { border-collapse: collapse; table-layout: fixed; flex: 1 1 84mm; align-self: start }
tr { break-inside: avoid }
th, td { border: .2mm solid #888; padding: .2mm 1.2mm; text-align: left; height: 4.6mm }
th { font-weight: 600; background: #eee } th:first-child { width: 6mm }
td.n, td.t { color: #444; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
td.odd { font-style: italic }
ol { margin: 2mm 0 0; padding-left: 6mm }
footer { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 0 6mm; margin-top: 3mm; break-inside: avoid }
footer p { border-top: .3mm solid #000; margin: 12mm 0 0; padding-top: 1mm }
footer .mark { grid-column: 1 / -1; font-size: 7.5pt; border: 0; margin: 3mm 0 0; overflow-wrap: anywhere }
footer .result { grid-column: 1 / -1; font-size: 13pt; font-weight: 700; border: 0; margin: 0 }
`

/** One document with a page a game (more where it has more than 60 moves). */
export function renderScoresheets(games: readonly PrintedGame[], options: PrintOptions = {}): string {
  const { language = 'en' } = options
  const words = scoresheetWordsIn(language)
  const [first] = games
  const title = first?.state.details?.event ?? 'Touchmove'
  const pages = games.map((game) => sheet(game, words, language, options))
  return [
    `<!doctype html>\n<html lang="${scoresheetWordsIn(language) === scoresheetWordsIn('en') ? 'en' : language}"><head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(title)}</title><style>${SCORESHEET_STYLE}</style></head><body>`,
    ...pages,
    '</body></html>\n',
  ].join('\n')
}

function sheet(
  { game, state, board, mark }: PrintedGame,
  words: ScoresheetWords,
  language: Language,
  { offers = false, checkpoint }: PrintOptions,
): string {
  const { details, result } = state
  const score = result === null ? words.inProgress : `${result.white} – ${result.black}`
  const { entries, notes } = entriesOf(state, words, language, offers)
  return [
    `<article id="${escapeHtml(game)}"><h1>${escapeHtml(details?.event ?? '')}</h1>`,
    `<dl>${heading(state, board, words)}</dl>`,
    `<div class="moves">${tables(entries, words)}</div>`,
    ...(notes.length > 0 ? [`<ol>${notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('')}</ol>`] : []),
    `<footer><p class="result">${words.result}: ${score}</p>`,
    ...SIDES.map((side) => `<p>${words.signature}: ${escapeHtml(details?.[side].name ?? words[side])}</p>`),
    `<p>${words.signature}: ${words.arbiter}</p>`,
    ...(mark === undefined ? [] : [`<p class="mark">${escapeHtml(markText(game, mark, words))}</p>`]),
    ...(checkpoint === undefined
      ? []
      : [`<p class="mark">${escapeHtml(checkpointText(checkpoint, words))}</p>`]),
    '</footer></article>',
  ].join('\n')
}

function markText(game: string, { n, hash, anchor }: RecordMark, words: ScoresheetWords): string {
  const place = `${words.record} ${game}, ${words.commit} ${n}: ${hash}`
  if (anchor === undefined) return `${place} (${words.notAnchored})`
  const { n: number, key, commit } = anchor
  return `${place} (${words.anchor} ${number}, ${words.key} ${key}, ${words.commit} 1–${commit})`
}

function checkpointText({ origin, size, root, at }: PrintedCheckpoint, words: ScoresheetWords): string {
  const signed = at === null ? '' : `, ${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
  return `${words.checkpoint} ${origin}: ${words.entries} ${size}, ${words.root} ${printedRoot(root)}${signed}`
}

function heading({ details, points }: GameState, board: number | undefined, words: ScoresheetWords): string {
  const { white, black, site, date, round, timeControl, start } = details ?? {}
  const rows: [string, string | undefined][] = [
    [words.white, white && playerText(white)],
    [words.black, black && playerText(black)],
    [words.site, site],
    [words.date, date],
    [words.round, round === undefined ? undefined : String(round)],
    [words.board, String(board ?? details?.board ?? '') || undefined],
    [words.timeControl, timeControl === undefined ? undefined : writeTimeControl(timeControl)],
    [words.start, start === undefined ? undefined : startText(start, fenOf(points, points[0]))],
  ]
  return rows
    .flatMap(([word, value]) =>
      value === undefined ? [] : [`<dt>${word}</dt><dd>${escapeHtml(value)}</dd>`],
    )
    .join('')
}

const startText = ({ chess960 }: NonNullable<EventData<'game-opened'>['start']>, fen: string): string =>
  chess960 === undefined ? fen : `${fen} (${chess960})`

const playerText = ({ title, name, rating, federation }: EventData<'game-opened'>['white']): string =>
  [title, name, rating, federation].filter((part) => part !== undefined).join(' ')

interface Entry {
  readonly side: Side
  readonly text: string
  readonly clock: string
  readonly odd: boolean
}

/** The moves as written, with a note below for what is no ordinary move. */
function entriesOf(
  state: GameState,
  words: ScoresheetWords,
  language: Language,
  offers: boolean,
): { entries: Entry[]; notes: string[] } {
  const path = pathOf(state)
  const played = path.flatMap(({ move }) => (move === null ? [] : [move]))
  const { source } = state.details ?? {}
  const times = moveTimes(
    state,
    played.map((move, index) => ({ ply: index + 1, move })),
    source?.kind === 'pgn' ? annotationsOf(source.tags ?? {}) : null,
  )
  const notes: string[] = []
  // An offer is written beside its player's last move before it.
  const offered = new Set(
    state.offersMade.map(({ by, ply }) => played.findLastIndex(({ side }, k) => side === by && k < ply)),
  )
  const anew = new Set(path.slice(1).flatMap((point, k) => (point.move === null ? [path[k + 2]?.seq] : [])))
  const made = played.map((move, index): Entry => {
    const mark = offers && offered.has(index)
    const set = anew.has(move.seq)
    if (!move.legal || set)
      notes.push(
        `${Math.ceil((index + 1) / 2)}${move.side === 'white' ? '.' : '...'} ${localizeSan(move.san, language)}: ${
          set ? words.setAnew : words.notLegal
        }`,
      )
    const clk = times[index]?.clk
    return {
      side: move.side,
      text: `${localizeSan(move.san, language)}${mark ? ' (=)' : ''}`,
      clock: clk === undefined ? '' : writeClock(Math.floor(clk / 1000) * 1000),
      odd: !move.legal || set,
    }
  })
  const first: Side = made[0]?.side ?? 'white'
  const afterEnd = movesAfterEnd(state)
  const rest = [
    ...afterEnd.map(({ ply, san }) => ({ ply, text: localizeSan(san, language) })),
    ...unplayedMoves(state, played.length + afterEnd.length),
  ].map(({ ply, text }): Entry => {
    const side = (ply % 2 === 1) === (first === 'white') ? 'white' : 'black'
    return { side, text, clock: '', odd: true }
  })
  return { entries: [...made, ...rest], notes }
}

/** Numbered pairs; where Black began, or one side moved twice running, the other's place stays empty. */
function rowsOf(entries: readonly Entry[]): Partial<Record<Side, Entry>>[] {
  const rows: Partial<Record<Side, Entry>>[] = []
  for (const entry of entries) {
    const last = rows.at(-1)
    if (last === undefined || entry.side === 'white' || last.black !== undefined)
      rows.push({ [entry.side]: entry })
    else last.black = entry
  }
  return rows
}

function tables(entries: readonly Entry[], words: ScoresheetWords): string {
  const rows = rowsOf(entries)
  const head = `<thead><tr><th></th><th colspan="2">${words.white}</th><th colspan="2">${words.black}</th></tr></thead>`
  const blocks: string[] = []
  for (let start = 0; start < Math.max(rows.length, 2 * ROWS_PER_COLUMN); start += ROWS_PER_COLUMN) {
    const lines = Array.from({ length: ROWS_PER_COLUMN }, (_, k) => {
      const row = rows[start + k]
      return `<tr><td class="n">${start + k + 1}</td>${SIDES.map((side) => cells(row?.[side])).join('')}</tr>`
    })
    blocks.push(`<table>${head}<tbody>${lines.join('')}</tbody></table>`)
  }
  return blocks.join('\n')
}

const cells = (entry: Entry | undefined): string =>
  entry === undefined
    ? '<td></td><td class="t"></td>'
    : `<td${entry.odd ? ' class="odd"' : ''}>${escapeHtml(entry.text)}</td><td class="t">${entry.clock}</td>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
