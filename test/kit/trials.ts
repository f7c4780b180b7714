/**
 * How many trials a randomised test makes: `quick` by default, `soak` (fifty times as many by default) under `npm run soak`,
 * or `quick` scaled by a number in TOUCHMOVE_TRIALS (`TOUCHMOVE_TRIALS=3 npx vitest run`).
 */
export function trials(quick: number, soak = quick * 50): number {
  const scale = process.env.TOUCHMOVE_TRIALS
  if (scale === undefined || scale === '') return quick
  if (scale === 'soak') return soak
  const factor = Number(scale)
  if (!Number.isFinite(factor) || factor <= 0)
    throw new Error(`TOUCHMOVE_TRIALS is "${scale}"; it is a number or "soak"`)
  return Math.max(1, Math.round(quick * factor))
}
