/** Reads squares that are typed. */
import { notify } from '../ui/notices.ts'
import { t } from '../words/texts.ts'

/** The squares of a text such as `g1 f3` or `g1f3`. Null, with a notice, where a part of it is no square. */
export function readSquares(text: string): string[] | null {
  const parts = text.toLowerCase().match(/[^\s,;]+/g) ?? []
  const wrong = parts.find((part) => !/^(?:[a-h][1-8])+$/.test(part))
  if (wrong === undefined) return parts.flatMap((part) => part.match(/../g) ?? [])
  notify(t('no-square', { text: wrong.slice(0, 40) }), 'bad')
  return null
}
