/** A PGN file into the tournament, game by game, with its warnings and how far it has come. */
import { signal } from '@preact/signals-core'
import { type ImportedGame, importPgn } from '../../../ingest/pgn-import.ts'
import { formatRoute } from '../route.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { t, tDynamic } from '../words/texts.ts'
import { pageClient } from './api.ts'

export interface ImportForm {
  view(): View
}

/** Warnings shown of one import. */
const MOST_SHOWN = 200

export function openImportForm(tournament: string, imported: () => void): ImportForm {
  const games = signal<readonly ImportedGame[]>([])
  const state = signal<'idle' | 'running' | 'done'>('idle')
  const read = signal(0)

  const fromFile = async ({ target }: Event) => {
    const [file] = (target as HTMLInputElement).files ?? []
    if (file === undefined || state.peek() === 'running') return
    games.value = []
    read.value = 0
    state.value = 'running'
    const count = (bytes: number) => {
      read.value += bytes / file.size
    }
    for await (const game of importPgn(pageClient, pieces(file, count), { now: Date.now(), tournament }))
      games.value = [...games.peek(), game]
    state.value = 'done'
    imported()
  }

  return {
    view() {
      const counts = new Map<string, number>()
      for (const { outcome } of games.value) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      const odd = games.value.filter(({ warnings, reason }) => warnings.length > 0 || reason !== undefined)
      return html`<div class="office-form import">
        <label>${t('pgn-file')}<input type="file" accept=".pgn,text/*" ?disabled=${state.value === 'running'} @change=${fromFile} /></label>
        ${state.value === 'idle' ? nothing : html`<p role="status">${state.value === 'running' ? html`<progress max="1" value=${read.value}></progress> ` : nothing}${[...counts].map(([outcome, count]) => `${tDynamic(`import-${outcome}`)}: ${count}`).join(' · ')}</p>`}
        ${
          odd.length === 0
            ? nothing
            : html`<ul class="faults">${odd
                .slice(0, MOST_SHOWN)
                .map(
                  ({ id, line, warnings, reason }) =>
                    html`<li><a href=${formatRoute({ view: 'game', game: id, pointInTime: {} })}>${id}</a> <b>${t('line', { line })}</b> <span lang="en">${[reason, ...warnings.map((each) => `${each.ply === 0 ? '' : `${each.ply}: `}${each.reason}`)].filter(Boolean).join(' · ')}</span></li>`,
                )}</ul>`
        }
      </div>`
    },
  }
}

/** The file as text, piece by piece; `came` is called with each piece's bytes. */
async function* pieces(file: File, came: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    came(value.byteLength)
    yield decoder.decode(value, { stream: true })
  }
  yield decoder.decode()
}
