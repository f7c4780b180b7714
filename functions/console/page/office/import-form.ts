/** The form that imports a PGN file into the tournament, with its progress and the warnings about its games. */
import { signal } from '@preact/signals-core'
import type { PgnProblem } from '../../../../domain/pgn/index.ts'
import type { ImportedGame } from '../../../ingest/imported-game.ts'
import { importPgn, NotAdmitted } from '../../../ingest/pgn-import.ts'
import { sourceRemarks } from '../../../ingest/sources/source-remark.ts'
import { formatRoute } from '../route.ts'
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { sourceRemarkInPageLanguage } from '../words/sources.ts'
import { type LocalText, t, tDynamic } from '../words/texts.ts'
import { pageClient } from './api.ts'
import { encodingChoice, encodingOf } from './encoding.ts'

export interface ImportForm {
  view(): View
}

/** The greatest number of games with warnings that are shown. */
const MOST_SHOWN = 200

export function openImportForm(tournament: string, imported: () => void): ImportForm {
  const games = signal<readonly ImportedGame[]>([])
  /** Lines after the last game that belong to no game. */
  const strays = signal<readonly PgnProblem[]>([])
  const state = signal<'idle' | 'running' | 'done'>('idle')
  const share = signal(0)
  /** A file whose encoding is to be chosen. */
  const undecoded = signal<{ readonly bytes: Uint8Array; readonly file: File } | null>(null)

  const fromFile = async ({ target }: Event) => {
    const [file] = (target as HTMLInputElement).files ?? []
    if (file === undefined || state.peek() === 'running') return
    const bytes = new Uint8Array(await file.arrayBuffer())
    const encoding = encodingOf(bytes)
    undecoded.value = encoding === null ? { bytes, file } : null
    if (encoding !== null) await read(file, encoding)
  }

  const read = async (file: File, encoding: string) => {
    undecoded.value = null
    games.value = []
    strays.value = []
    share.value = 0
    state.value = 'running'
    const count = (bytes: number) => {
      share.value += bytes / file.size
    }
    try {
      for await (const game of importPgn(pageClient, pieces(file, encoding, count), {
        now: Date.now(),
        tournament,
        onStray: (stray) => {
          strays.value = [...strays.peek(), stray]
        },
      }))
        games.value = [...games.peek(), game]
      state.value = 'done'
    } catch (failure) {
      // Another file can be chosen, and this one again: games that are in the record are found there.
      state.value = 'idle'
      if (!(failure instanceof NotAdmitted)) throw failure
      notify(t('token-refused'), 'bad')
    } finally {
      imported()
    }
  }

  const readChosen = async (encoding: string) => {
    const chosen = undecoded.peek()
    if (chosen !== null) await read(chosen.file, encoding)
  }

  return {
    view() {
      const counts = new Map<string, number>()
      for (const { outcome } of games.value) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      const odd = games.value.filter(({ warnings, reason }) => warnings.length > 0 || reason !== undefined)
      return html`<div class="office-form import">
        <label>${t('pgn-file')}<input type="file" accept=".pgn,text/*" ?disabled=${state.value === 'running'} @change=${fromFile} /></label>
        ${undecoded.value === null ? nothing : encodingChoice(undecoded.value.bytes, (encoding) => void readChosen(encoding))}
        ${state.value === 'idle' ? nothing : html`<p role="status">${state.value === 'running' ? html`<progress max="1" value=${share.value}></progress> ` : nothing}${state.value === 'done' && games.value.length === 0 ? t('import-none') : [...counts].map(([outcome, count]) => `${tDynamic(`import-${outcome}`)}: ${count}`).join(' · ')}</p>`}
        ${
          odd.length === 0 && strays.value.length === 0
            ? nothing
            : html`<ul class="faults warned">${odd
                .slice(0, MOST_SHOWN)
                .map(
                  (game) =>
                    html`<li class=${game.outcome === 'refused' ? '' : 'noted'}><a href=${formatRoute({ view: 'game', game: game.id, pointInTime: {} })}><bdi>${game.white} – ${game.black}</bdi></a> <b>${t('line', { line: game.line })}</b> ${saidOf(game)}</li>`,
                )}${strays.value.map(({ line, remark, message }) => html`<li class="noted"><b>${t('line', { line })}</b> ${inItsLanguage('', sourceRemarkInPageLanguage(remark, message))}</li>`)}</ul>`
        }
      </div>`
    },
  }
}

/** Why a game was refused, and the warnings about it, each with its language: answers of the service are English. */
const saidOf = ({ reason, remark, warnings }: ImportedGame): View => [
  ...(reason === undefined ? [] : [inItsLanguage('', sourceRemarkInPageLanguage(remark, reason))]),
  ...warnings.map(({ ply, reason: english, remark: odd }, index) => {
    const placed = ply === 0 ? odd : sourceRemarks.remark('of-ply', { ply, what: odd })
    const before = index === 0 && reason === undefined ? '' : ' · '
    return inItsLanguage(before, sourceRemarkInPageLanguage(placed, english))
  }),
]

const inItsLanguage = (before: string, { text, lang }: LocalText) =>
  html`${before}<span lang=${lang}>${text}</span>`

/** The text of the file in pieces; `onRead` is called with the number of bytes of each piece. */
async function* pieces(
  file: File,
  encoding: string,
  onRead: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    onRead(value.byteLength)
    yield decoder.decode(value, { stream: true })
  }
  yield decoder.decode()
}
