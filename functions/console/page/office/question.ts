/** The dialog of the office that asks for a confirmation. */
import { signal } from '@preact/signals-core'
import { closeDialog, dialogOf, showDialog } from '../ui/dialog.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { t } from '../words/texts.ts'

export interface OfficeQuestion {
  readonly text: string
  /** The text of the button that confirms. */
  readonly yes: string
  act(): void
}

export function openOfficeQuestion() {
  const asked = signal<OfficeQuestion | null>(null)
  return {
    ask(question: OfficeQuestion): void {
      asked.value = question
      showDialog('office-question')
    },
    view(): View {
      const question = asked.value
      if (question === null) return nothing
      const close = () => {
        asked.value = null
      }
      const yes = (event: Event) => {
        dialogOf(event.currentTarget)?.close()
        question.act()
      }
      return html`<dialog class="office-question" aria-labelledby="office-question-text" @close=${close}>
        <p id="office-question-text">${question.text}</p>
        <div class="row"><button autofocus @click=${closeDialog}>${t('cancel')}</button><button class="primary" @click=${yes}>${question.yes}</button></div>
      </dialog>`
    },
  }
}
