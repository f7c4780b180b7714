/** Finds the known words that a misspelt one may have meant. */

/** Case, hyphens and underscores aside: `moveMade` and `Move_Made` mean `move-made`. */
const normalised = (word: string): string => word.toLowerCase().replace(/[^a-z0-9½+]/g, '')

/** How many letters must be added, dropped or changed to turn one word into the other (Levenshtein). */
const editDistance = (a: string, b: string): number => {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(changed, above[j]! + 1, row[j - 1]! + 1))
    }
    above = row
  }
  return above[b.length]!
}

/** The known words that differ in case and signs alone; failing that, at most three whose edit distance is a third of their length or less. */
export function suggestionsFor(word: string, words: readonly string[]): string[] {
  const meant = normalised(word)
  if (meant.length === 0 || meant.length > 64) return []
  const same = words.filter((known) => normalised(known) === meant)
  if (same.length > 0) return same
  return words
    .map((known) => ({ known, distance: editDistance(meant, normalised(known)) }))
    .filter(({ known, distance }) => distance <= Math.floor(normalised(known).length / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ known }) => known)
}
