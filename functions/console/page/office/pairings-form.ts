/** The form in which pairings are pasted or chosen as a file, and previewed with their faults line by line. */
import type { PairingFault } from '../../../../domain/formats/pairings/index.ts'
import type { RoundPlan } from '../../../ingest/pairings/open-round.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { faultInPageLanguage } from '../words/pairings.ts'
import { t } from '../words/texts.ts'
import { encodingChoice } from './encoding.ts'
import { openPairingsDraft, type PairingsFile, readPairingsFile } from './pairings-draft.ts'

export interface PairingsForm {
  view(): View
}

/** The placeholder of the text field. */
const EXAMPLE = `board,white,black
1,"Adeyemi, Kwame","Brezina, Matej"
2,"Demir, Selin","Haldorsen, Petra"`

/** `opened` is called when games were opened. */
export function openPairingsForm(
  tournament: string,
  nextRound: () => string,
  opened: () => void,
): PairingsForm {
  const draft = openPairingsDraft(tournament, nextRound, opened)
  const { text, round, faults, notes, undecoded, busy, plan } = draft
  const fromFile = async (event: Event) => {
    const file = await readChosenFile(event)
    if (file !== null) draft.take(file)
  }
  return {
    view() {
      const now = plan.value
      return html`<div class="office-form pairings">
        <p class="small">${t('pairings-hint')}</p>
        <label>${t('pairings')}<textarea name="pairings" rows="6" spellcheck="false" placeholder=${EXAMPLE} .value=${text.value} @input=${(event: Event) => draft.write(inputText(event))}></textarea></label>
        <div class="pair">
          <label>${t('from-file')}<input type="file" accept=".csv,.txt,.trf,.trfx,text/*" @change=${fromFile} /></label>
          <label>${t('round-name')}<input name="round" autocomplete="off" pattern="[A-Za-z0-9_\\-]{1,64}" placeholder=${now?.round ?? nextRound()} .value=${round.value} @input=${(
            event: Event,
          ) => {
            round.value = inputText(event)
          }} /></label>
        </div>
        ${undecoded.value === null ? nothing : encodingChoice(undecoded.value, draft.decode)}
        ${planView(now, faults.value, notes.value)}
        <div class="row"><button class="primary" ?disabled=${busy.value || now === null || now.faults.length > 0} @click=${draft.open}>${now === null ? t('open-pairings') : t('open-pairings-count', { count: now.pairings.length, round: now.round })}</button></div>
      </div>`
    },
  }
}

const inputText = ({ target }: Event): string => (target as HTMLInputElement | HTMLTextAreaElement).value

/** Reads the chosen file; null where none was chosen. */
async function readChosenFile({ target }: Event): Promise<PairingsFile | null> {
  const [file] = (target as HTMLInputElement).files ?? []
  return file === undefined ? null : readPairingsFile(file)
}

/** The plan of the round: its faults with those that the service found, notes, and the boards. */
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
