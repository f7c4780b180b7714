/** The document's title: the subject of the view, and the name of the page. */
import { effect, signal } from '@preact/signals-core'
import { t } from '../words/texts.ts'

const subject = signal('')

/** Sets the subject of the view that is shown; empty: the title is the page's name alone. */
export const setTitle = (text: string): void => {
  subject.value = text
}

export const keepTitle = (): (() => void) =>
  effect(() => {
    document.title = subject.value === '' ? t('app') : `${subject.value} · ${t('app')}`
  })
