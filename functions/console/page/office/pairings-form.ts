/** Pairings into a round: pasted or from a file, previewed with their faults line by line, then opened. */
import { computed, signal } from '@preact/signals-core'
import type { PairingFault } from '../../../../domain/formats/pairings/index.ts'
import { openPairedRound, planRound, type RoundPlan } from '../../../ingest/pairings/open-round.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { faultInPageLanguage } from '../words/pairings.ts'
import { t } from '../words/texts.ts'
import { pageClient } from './api.ts'
import { encodingChoice, encodingOf } from './encoding.ts'

export interface PairingsForm {
  view(): View
}

/** How a table begins, shown where nothing is written. */
const EXAMPLE = `board,white,black
1,"Adeyemi, Kwame","Brezina, Matej"
2,"Demir, Selin","Haldorsen, Petra"`

/** `opened` is called when games were opened. */
export function openPairingsForm(
  tournament: string,
  nextRound: () => string,
  opened: () => void,
): PairingsForm {
  const text = signal('')
  const round = signal('')
  const faults = signal<readonly PairingFault[]>([])
  /** Of what the last file held besides its round. */
  const notes = signal<readonly PairingFault[]>([])
  /** A file whose letters nobody has told yet. */
  const undecoded = signal<Uint8Array | null>(null)
  const busy = signal(false)
  const chosenRound = () => round.value.trim() || undefined
  const plan = computed<RoundPlan | null>(() => {
    if (text.value.trim() === '') return null
    const named = planRound(text.value, { tournament, round: chosenRound() })
    // A table that names no round is of the next one.
    return named.round === '' ? planRound(text.value, { tournament, round: nextRound() }) : named
  })

  const fromFile = async (event: Event) => {
    const file = await readChosenFile(event)
    if (file === null) return
    faults.value = []
    undecoded.value = file.undecoded
    text.value = file.text
  }

  const decode = (bytes: Uint8Array, encoding: string) => {
    undecoded.value = null
    text.value = new TextDecoder(encoding).decode(bytes)
  }

  const open = async () => {
    const wanted = plan.peek()
    if (wanted === null || wanted.faults.length > 0 || busy.peek()) return
    busy.value = true
    const outcome = await openPairedRound(pageClient, wanted, { tournament, round: wanted.round })
    busy.value = false
    if (outcome.kind === 'faults') faults.value = outcome.faults
    else if (outcome.kind === 'refused') faults.value = [{ line: 0, reason: outcome.reason }]
    else if (outcome.kind === 'opened') {
      text.value = ''
      faults.value = []
      notes.value = outcome.notes
      notify(t('round-opened', { round: wanted.round, count: outcome.games.length }))
      opened()
    }
  }

  const write = (written: string) => {
    text.value = written
    faults.value = []
    notes.value = []
  }

  return {
    view() {
      const now = plan.value
      return html`<div class="office-form pairings">
        <p class="small">${t('pairings-hint')}</p>
        <label>${t('pairings')}<textarea name="pairings" rows="6" spellcheck="false" placeholder=${EXAMPLE} .value=${text.value} @input=${(event: Event) => write(inputText(event))}></textarea></label>
        <div class="pair">
          <label>${t('from-file')}<input type="file" accept=".csv,.txt,.trf,.trfx,text/*" @change=${fromFile} /></label>
          <label>${t('round-name')}<input name="round" autocomplete="off" pattern="[A-Za-z0-9_\\-]{1,64}" placeholder=${now?.round ?? nextRound()} .value=${round.value} @input=${(
            event: Event,
          ) => {
            round.value = inputText(event)
          }} /></label>
        </div>
        ${undecoded.value === null ? nothing : encodingChoice(undecoded.value, (encoding) => decode(undecoded.peek() ?? new Uint8Array(), encoding))}
        ${planView(now, faults.value, notes.value)}
        <div class="row"><button class="primary" ?disabled=${busy.value || now === null || now.faults.length > 0} @click=${open}>${now === null ? t('open-pairings') : t('open-pairings-count', { count: now.pairings.length, round: now.round })}</button></div>
      </div>`
    },
  }
}

const inputText = ({ target }: Event): string => (target as HTMLInputElement | HTMLTextAreaElement).value

/** A file as text, or its bytes while nobody has told its encoding; null: none was chosen. */
async function readChosenFile({
  target,
}: Event): Promise<{ text: string; undecoded: Uint8Array | null } | null> {
  const [file] = (target as HTMLInputElement).files ?? []
  if (file === undefined) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = encodingOf(bytes)
  return encoding === null
    ? { text: '', undecoded: bytes }
    : { text: new TextDecoder(encoding).decode(bytes), undecoded: null }
}

/** What is read of the pairings: what is wrong with them, what is odd, and the boards. The service may find further faults. */
function planView(
  plan: RoundPlan | null,
  moreFaults: readonly PairingFault[],
  moreNotes: readonly PairingFault[],
): View {
  const faults = [...(plan?.faults ?? []), ...moreFaults]
  const notes = [...(plan?.notes ?? []), ...moreNotes]
  const leftOut = plan?.leftOut ?? []
  return html`${faults.length === 0 ? nothing : html`<ul class="faults" role="alert">${faults.map(faultLine)}</ul>`}
        ${leftOut.length === 0 ? nothing : html`<p class="small">${t('lines-left-out')}</p><ul class="faults left-out" role="alert">${leftOut.map(faultLine)}</ul>`}
        ${notes.length === 0 ? nothing : html`<ul class="small notes">${notes.map(faultLine)}</ul>`}
        ${plan === null || plan.pairings.length === 0 ? nothing : preview(plan, new Set(faults.map(({ line }) => line)))}`
}

function faultLine({ line, ...fault }: PairingFault): View {
  const { text, lang } = faultInPageLanguage(fault)
  return html`<li>${line === 0 ? '' : html`<b>${t('line', { line })}</b>: `}<span lang=${lang}>${text}</span></li>`
}

const preview = ({ pairings }: RoundPlan, faulty: ReadonlySet<number>): View =>
  html`<table class="preview">
    <thead><tr><th scope="col">${t('by-board')}</th><th scope="col">${t('white')}</th><th scope="col">${t('black')}</th></tr></thead>
    <tbody>${pairings.map(
      ({ board, white, black, line }) =>
        html`<tr class=${faulty.has(line) ? 'wrong' : ''}><td>${Number.isNaN(board) ? '?' : board}</td><td>${white.title ?? ''} ${white.name} <small>${white.rating ?? ''}</small></td><td>${black.title ?? ''} ${black.name} <small>${black.rating ?? ''}</small></td></tr>`,
    )}</tbody>
  </table>`
