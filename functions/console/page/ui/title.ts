/** The document's title: what the view is about, with what waits in it. */
import { effect, signal } from '@preact/signals-core'
import { t } from '../words/texts.ts'

const subject = signal('')

/** `text`: of the view that is shown; empty: the page's own name alone. */
export const setTitle = (text: string): void => {
  subject.value = text
}

export const keepTitle = (): (() => void) =>
  effect(() => {
    document.title = subject.value === '' ? t('app') : `${subject.value} · ${t('app')}`
  })
