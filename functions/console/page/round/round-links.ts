/** The links of a round: standings, office, and files to be saved. */
import { canRule, isSignedIn } from '../api/session.ts'
import { formatRoute } from '../route.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { download } from '../ui/download.ts'
import { loadPart } from '../ui/load.ts'
import { pageLanguage, t } from '../words/texts.ts'

const showMissing = async (tournament: string, round: string): Promise<void> => {
  const { showMissingResults } = await loadPart(() => import('./missing-results.ts'))
  await showMissingResults(tournament, round)
}

export function roundLinks(tournament: string, round: string): View {
  const base = `/tournaments/${tournament}`
  const file = (path: string, name: string, text: string) =>
    html`<button class="plain-link" @click=${() => void download(path, name)}>${text}</button>`
  return html`<nav class="round-links" aria-label=${t('files')}>
    <a href=${formatRoute({ view: 'standings', tournament })}>${t('standings')}</a>
    ${canRule.value ? html`<a href=${formatRoute({ view: 'office', tournament })}>${t('office')}</a>` : nothing}
    ${file(`${base}/rounds/${round}.pgn`, `${tournament}-${round}.pgn`, t('round-pgn'))}
    ${
      isSignedIn.value
        ? html`${file(`${base}/rounds/${round}/scoresheets?language=${pageLanguage.value}`, `${tournament}-${round}-scoresheets.html`, t('round-scoresheets'))}
            <button class="plain-link" @click=${() => void showMissing(tournament, round)}>${t('round-report')}</button>`
        : nothing
    }
  </nav>`
}
