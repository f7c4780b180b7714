/** The dialog of what a round still lacks: boards that are not opened, have no result, are unsigned or signed otherwise, or await a decision. */
import { requestJson } from '../api/client.ts'
import { notifyRefusal } from '../api/refusal.ts'
import { formatRoute } from '../route.ts'
import { closeDialog, showDialog } from '../ui/dialog.ts'
import { element, html, mount, nothing, type View } from '../ui/dom.ts'
import { download } from '../ui/download.ts'
import { type TextKey, t } from '../words/texts.ts'

interface MissingSeat {
  readonly board: number
  readonly game: string
  readonly white?: string
  readonly black?: string
}

type MissingKind = 'notOpened' | 'withoutResult' | 'notAsSigned' | 'unsigned' | 'undecided'

type RoundReport = { readonly games: number; readonly ended: number } & Readonly<
  Record<MissingKind, readonly MissingSeat[]>
>

const GROUPS: readonly (readonly [MissingKind, TextKey])[] = [
  ['notOpened', 'missing-not-opened'],
  ['withoutResult', 'missing-result'],
  ['undecided', 'missing-decision'],
  ['notAsSigned', 'missing-as-signed'],
  ['unsigned', 'missing-signature'],
]

/** Requests the report of the round, and shows it in a dialog from which it can be saved as a file. */
export async function showMissingResults(tournament: string, round: string): Promise<void> {
  const path = `/tournaments/${tournament}/rounds/${round}/report`
  const answer = await requestJson<RoundReport>(path)
  if (!answer.ok) return notifyRefusal(answer)
  const report = answer.value
  const place = element('div')
  document.body.append(place)
  const remove = () => {
    end()
    place.remove()
  }
  const end = mount(
    place,
    () => html`<dialog class="missing-results" aria-labelledby="missing-results-title" @close=${() => queueMicrotask(remove)}>
      <h2 id="missing-results-title">${t('round-report')}: ${t('round', { round })}</h2>
      <p>${t('round-state', { ended: report.ended, games: report.games })}</p>
      ${GROUPS.every(([kind]) => report[kind].length === 0) ? html`<p>${t('missing-nothing')}</p>` : GROUPS.map(([kind, key]) => groupView(t(key), report[kind]))}
      <div class="row">
        <button @click=${() => void download(path, `${tournament}-${round}-report.json`)}>${t('save-file')}</button>
        <button class="primary" autofocus @click=${closeDialog}>${t('close')}</button>
      </div>
    </dialog>`,
  )
  showDialog('missing-results')
}

const groupView = (title: string, seats: readonly MissingSeat[]): View =>
  seats.length === 0
    ? nothing
    : html`<h3>${title}</h3>
        <ul>${seats.map(
          ({ board, game, white, black }) =>
            html`<li><a href=${formatRoute({ view: 'game', game, pointInTime: {} })} @click=${closeDialog}>${t('board', { board })}</a>${white === undefined ? '' : `: ${white} – ${black ?? ''}`}</li>`,
        )}</ul>`
