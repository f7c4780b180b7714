/**
 * A run of what nearly all of a movetext is, read four bytes at a time: due numbers, moves as programs write them, comments
 * of one clock time. What differs in anything is left to be read with more care.
 */
import { clockComment, readClockComment } from './clock-comment.ts'
import { readDueNumber } from './due-number.ts'
import { beginsPlainMove, LENGTH, LENGTH_BITS, readKnownWord, readPlainMove } from './move-words.ts'
import { type Draft, MOST_MOVES, takeTimes } from './open-game.ts'
import { plainMarker } from './plain-marker.ts'
import { finishGame, type Reading } from './reading.ts'
import { readTimedRun } from './timed-run.ts'

const LINE_FEED = 10
const BLANK = 32
const NINE = 57
const OPEN_BRACE = 123

/** So often in a row a timed run is looked for in vain: the text is then written in another way, at least for so many numbers. */
const MOST_MISSES = 4
const PAUSE = 16

/** Reads as far as the run goes from `reading.at` on. */
export function readPlainRun(reading: Reading, draft: Draft): void {
  const { codes, view } = reading
  const { length } = reading.text
  const { moves } = draft
  const ahead = draft.blackFirst ? 1 : 0
  let { at: i, line } = reading
  let misses = 0
  while (i < length) {
    const code = codes[i]!
    if (code <= BLANK) {
      if (code === LINE_FEED) {
        line++
        if (i === 0 ? reading.fresh : codes[i - 1] === LINE_FEED) reading.blank = true
      }
      i++
      continue
    }
    let end = i
    if (code <= NINE) {
      reading.at = i
      reading.line = line
      const marker = plainMarker(view, i)
      if (marker !== null) {
        reading.at = i + marker.length
        finishGame(reading, line, marker)
        return
      }
      if (++misses > 0 && readTimedRun(reading, draft)) {
        misses = 0
        ;({ at: i, line } = reading)
        continue
      }
      if (misses === MOST_MISSES) misses = -PAUSE
      end = readDueNumber(codes, view, i, draft.firstNumber, moves.length + ahead)
    } else if (code === OPEN_BRACE) {
      const clk = moves.length === 0 ? -1 : readClockComment(codes, view, i)
      end = clk >= 0 && moves.takeClock(clk) ? clockComment.end : takeTimes(draft, codes, i, line)
    } else if (beginsPlainMove(code)) {
      if (moves.length >= MOST_MOVES) break
      const word = readKnownWord(moves.words, view, i) || readPlainMove(moves.words, codes, i)
      end = i + (word & LENGTH)
      if (end > i) moves.addKnown(word >>> LENGTH_BITS, line)
    }
    if (end === i) break
    i = end
    reading.blank = false
  }
  reading.at = i
  reading.line = line
}
