/** Before anything goes into the record it is said in words what will be recorded. */
import { signal } from '@preact/signals-core'
import { type Answer, ask, now } from '../api/client.ts'
import type { GameSession } from '../game/session.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/say.ts'
import { tell } from '../words/describe.ts'
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
      notify(refusal(answer), 'bad')
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
  const open = (node: Element | undefined) => {
    const dialog = node as HTMLDialogElement | undefined
    if (dialog !== undefined && !dialog.open) dialog.showModal()
  }

  return {
    own,
    report,
    confirm(drafts, warning = '') {
      asked.value = { drafts, warning }
      requestAnimationFrame(() =>
        open(document.querySelector<HTMLDialogElement>('dialog.confirm') ?? undefined),
      )
    },
    view() {
      if (asked.value === null) return nothing
      const { drafts, warning } = asked.value
      return html`<dialog class="confirm" aria-labelledby="confirm-title" @close=${close} @cancel=${close}>
        <h2 id="confirm-title">${t('confirm-title')}</h2>
        ${warning === '' ? nothing : html`<p class="warning">${warning}</p>`}
        <ol>
          ${drafts.map((draft) => html`<li>${tell(draft)} ${contextOf(draft, sanOf)}</li>`)}
        </ol>
        <p class="small">${t('older-instant')} ${t('confirm-note')}</p>
        <div class="row">
          <button @click=${close}>${t('cancel')}</button>
          <button
            class="primary"
            autofocus
            ?disabled=${busy.value}
            @click=${async () => {
              await report(drafts)
              close()
            }}
          >
            ${t('record')}
          </button>
        </div>
      </dialog>`
    },
  }
}

/** Why nothing was recorded; the service's own words, which are English, only where the page has none. */
function refusal({ status, problem }: Extract<Answer<Appended>, { ok: false }>): string {
  if (status === 409) return t('moved-on')
  if (status === 0) return t('not-reached')
  return status === 403 ? t('not-allowed') : t('refused', { detail: problem.detail })
}

/** What a seq stands for: `(13… Bxg5+)`. */
function contextOf(draft: Draft, sanOf: (seq: number) => string): string {
  const seq = draft.type === 'position-restored' ? draft.data.seq : undefined
  const san = seq === undefined ? '' : sanOf(seq)
  return san === '' ? '' : `(${san})`
}
