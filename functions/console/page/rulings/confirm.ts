/** Before anything goes into the record it is said in words what will be recorded. */
import { signal } from '@preact/signals-core'
import { type Answer, ask, now } from '../api/client.ts'
import { notifyRefusal } from '../api/refusal.ts'
import type { GameSession } from '../game/session.ts'
import { closeDialog, dialogOf, showDialog } from '../ui/dialog.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/say.ts'
import { tell } from '../words/describe.ts'
import { localSan } from '../words/san.ts'
import { t } from '../words/words.ts'
import type { Draft } from './rulings.ts'

export interface Reporter {
  /** Asks, then records. */
  confirm(drafts: readonly Draft[], warning?: string): void
  /** Records at once: what is only told of the board needs no confirmation. Answers whether it is recorded. */
  report(drafts: readonly Draft[]): Promise<boolean>
  /** Seqs of what was reported from this page, latest last. */
  readonly own: readonly (readonly number[])[]
  view(): View
}

interface Appended {
  readonly head: number
  readonly results: readonly { readonly seq: number }[]
}

export function openConfirm(
  session: GameSession,
  sanOf: (seq: number) => string,
  recorded: () => void,
): Reporter {
  const asked = signal<{ drafts: readonly Draft[]; warning: string } | null>(null)
  const busy = signal(false)
  const own: number[][] = []

  const report = async (drafts: readonly Draft[]): Promise<boolean> => {
    busy.value = true
    const at = new Date(now()).toISOString()
    const events = drafts.map((draft) => ({ id: crypto.randomUUID(), at, ...draft }))
    const expectedSeq = session.events.peek()?.length
    const answer: Answer<Appended> = await ask(`/games/${session.game}/events`, {
      events,
      ...(expectedSeq !== undefined && { expectedSeq }),
      sentAt: new Date().toISOString(),
    })
    busy.value = false
    await session.refresh()
    if (!answer.ok) {
      notifyRefusal(answer)
      return false
    }
    own.push(answer.value.results.map(({ seq }) => seq))
    notify(t('recorded', { seq: answer.value.results.map(({ seq }) => seq).join(', ') }))
    recorded()
    return true
  }

  const close = () => {
    asked.value = null
  }

  return {
    own,
    report,
    confirm(drafts, warning = '') {
      asked.value = { drafts, warning }
      showDialog('confirm')
    },
    view() {
      if (asked.value === null) return nothing
      const { drafts, warning } = asked.value
      return html`<dialog class="confirm" aria-labelledby="confirm-title" @close=${close}>
        <h2 id="confirm-title">${t('confirm-title')}</h2>
        ${warning === '' ? nothing : html`<p class="warning">${warning}</p>`}
        <ol>
          ${drafts.map((draft) => html`<li>${tell(draft)} ${contextOf(draft, sanOf)}</li>`)}
        </ol>
        <p class="small">${t('older-instant')} ${t('confirm-note')}</p>
        <div class="row">
          <button @click=${closeDialog}>${t('cancel')}</button>
          <button
            class="primary"
            autofocus
            ?disabled=${busy.value}
            @click=${async ({ currentTarget }: Event) => {
              const dialog = dialogOf(currentTarget)
              await report(drafts)
              dialog?.close()
            }}
          >
            ${t('record')}
          </button>
        </div>
      </dialog>`
    },
  }
}

/** What a seq stands for: `(13… Bxg5+)`. */
function contextOf(draft: Draft, sanOf: (seq: number) => string): string {
  const seq = draft.type === 'position-restored' ? draft.data.seq : undefined
  const san = seq === undefined ? '' : sanOf(seq)
  return san === '' ? '' : `(${localSan(san)})`
}
