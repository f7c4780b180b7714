/**
 * What a PGN text said that the events of an import have no place for, kept in `source.tags` beside the tags.
 * Its keys cannot be names of tags, which hold letters, digits and `_` only. `{12}` is the comment at ply 12 and `$12` its
 * glyphs; `%emt1` the times spent from ply 1 on, in ms; `%clk1` those plies from 1 on that had no reading of the clock.
 */
import type { PgnAnnotations, PgnCommand, PgnGame } from '../pgn/index.ts'

/** What a text had at one ply besides its move; ply 1 is its first move, 0 what stood before. */
export interface PlySource {
  readonly hasClk: boolean
  /** Milliseconds, null where the text gave none. */
  readonly emt: number | null
  /** Null where there was no comment; embedded commands other than clock readings stand in it as written. */
  readonly comment: string | null
  readonly nags: readonly number[]
}

type Tags = Readonly<Record<string, string>>

/** Plies in one value, which may have 2,000 characters. */
const ROW = 250
const MOST_TEXT = 2000
/** Of all comments of one game: an event is at most 64 KB. */
const MOST_COMMENTS = 16_000

/** What a text said beside moves and tags, and whether all of its comments are in it. */
export interface Kept {
  readonly tags: Tags
  readonly commentsLeftOut: number
}

export function keepAnnotations(game: PgnGame): Kept {
  const tags: Record<string, string> = {}
  const plies: readonly PgnAnnotations[] = [game.before, ...game.moves]
  keepRows(
    tags,
    '%emt',
    game.moves.map(({ emt }) => (emt === undefined ? '' : String(emt))),
  )
  const silent = game.moves.flatMap(({ clk }, index) => (clk === undefined ? [String(index + 1)] : []))
  keepRows(tags, '%clk', silent)

  let room = MOST_COMMENTS
  let commentsLeftOut = 0
  for (const [ply, { comments, commands, nags }] of plies.entries()) {
    if (nags.length > 0) tags[`$${ply}`] = nags.join(' ')
    const comment = [...commands.map(commandText), ...comments].join(' ')
    if (comment === '') continue
    if (comment.length > Math.min(room, MOST_TEXT)) commentsLeftOut++
    else {
      room -= comment.length
      tags[`{${ply}}`] = comment
    }
  }
  return { tags, commentsLeftOut }
}

/** Rows of at most ROW items, each under the number of its first; nothing where every item is empty. */
function keepRows(tags: Record<string, string>, key: string, items: readonly string[]): void {
  if (items.every((item) => item === '')) return
  for (let start = 0; start < items.length; start += ROW) {
    tags[`${key}${start + 1}`] = items.slice(start, start + ROW).join(',')
  }
}

const commandText = ({ name, operands }: PgnCommand): string =>
  operands.length === 0 ? `[%${name}]` : `[%${name} ${operands.map(quoted).join(',')}]`

const quoted = (operand: string): string => (/[,\]]/.test(operand) ? `"${operand}"` : operand)

/** Reads back, ply by ply, what `keepAnnotations` kept. */
export function annotationsOf(tags: Tags): (ply: number) => PlySource {
  const emts = rows(tags, '%emt')
  const silent = new Set(rows(tags, '%clk').map(Number))
  return (ply) => ({
    hasClk: !silent.has(ply),
    emt: emts[ply - 1] === undefined || emts[ply - 1] === '' ? null : Number(emts[ply - 1]),
    comment: tags[`{${ply}}`] ?? null,
    nags: (tags[`$${ply}`] ?? '').split(' ').filter(Boolean).map(Number),
  })
}

function rows(tags: Tags, key: string): string[] {
  const all: string[] = []
  for (let start = 1; ; start += ROW) {
    const row = tags[`${key}${start}`]
    if (row === undefined) return all
    all.push(...row.split(','))
  }
}

/** Whether a key of `source.tags` is a tag of the text. */
export const isTagName = (key: string): boolean => /^\w/.test(key)
