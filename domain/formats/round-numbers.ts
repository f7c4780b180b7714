/** Numbers of a tournament's rounds, whose ids may be words: for formats that count rounds from 1. */

export interface NumberedRound {
  readonly id: string
  readonly number: number
}

const NUMBER = /^[1-9]\d{0,2}$/

/** A round whose id is a number has that number; the others follow the greatest, in the order of their ids. */
export function numberRounds(ids: readonly string[]): NumberedRound[] {
  const numbered = ids.filter((id) => NUMBER.test(id)).map((id) => ({ id, number: Number(id) }))
  const last = Math.max(0, ...numbered.map(({ number }) => number))
  const named = ids
    .filter((id) => !NUMBER.test(id))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1))
    .map((id, index) => ({ id, number: last + index + 1 }))
  return [...numbered.sort((a, b) => a.number - b.number), ...named]
}
