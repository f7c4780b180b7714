/** Dates as the page's language writes them. */
import { chosenLanguage } from './texts.ts'

/** The locale for dates. Serbian dates are in Latin letters; English ones have the day before the month. */
const locale = (): string =>
  ({ sr: 'sr-Latn', en: 'en-GB' })[chosenLanguage.value as string] ?? chosenLanguage.value

/** `2023-01-01`, or ms since 1970 in the browser's zone; what is no whole date stays as it is. */
export function formatDate(date: string | number): string {
  const day = typeof date === 'string'
  if (day && Number.isNaN(Date.parse(date))) return date
  return new Date(date).toLocaleDateString(locale(), {
    dateStyle: 'medium',
    ...(day && { timeZone: 'UTC' }),
  })
}
