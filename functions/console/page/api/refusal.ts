/** What the service refuses, said in the page's language; its own words, which are English, in small print. */
import { html, nothing, type View } from '../ui/dom.ts'
import { notify } from '../ui/notices.ts'
import { type TextKey, t } from '../words/texts.ts'
import type { ApiRefusal } from './client.ts'

/** By the kind of problem, where that says more than the status does. */
const MESSAGE_BY_KIND: Readonly<Record<string, TextKey>> = {
  'id-reused': 'refused-id-reused',
  damaged: 'refused-damaged',
  'later-format': 'refused-damaged',
}

const MESSAGE_BY_STATUS: Readonly<Record<number, TextKey>> = {
  0: 'not-reached',
  400: 'refused-malformed',
  401: 'token-refused',
  403: 'not-allowed',
  404: 'refused-unknown',
  413: 'refused-too-large',
  422: 'refused-malformed',
  429: 'refused-later',
  503: 'refused-later',
}

export function refusalMessage({ status, problem }: ApiRefusal): {
  readonly text: string
  readonly detail: string
} {
  const kind = MESSAGE_BY_KIND[problem.type.slice(problem.type.lastIndexOf(':') + 1)]
  const said = status === 409 && problem.head !== undefined ? 'moved-on' : (kind ?? MESSAGE_BY_STATUS[status])
  const details = (problem.errors ?? [problem]).map(({ detail }) => detail)
  // What the line lacks is the browser's to know, and it knows no more.
  return { text: t(said ?? 'refused'), detail: status === 0 ? '' : details.join(' · ') }
}

export function notifyRefusal(refused: ApiRefusal): void {
  const { text, detail } = refusalMessage(refused)
  notify(text, 'bad', detail)
}

/** In a place of the page rather than as a notice; nothing where the line is down, for the head of the page says so. */
export function refusalView(refused: ApiRefusal | null, missing: string): View {
  if (refused === null || refused.status === 0) return nothing
  if (refused.status === 404) return missing
  return refusalLines(refused)
}

/** What is refused, and below it the service's own words. */
export function refusalLines(refused: ApiRefusal): View {
  const { text, detail } = refusalMessage(refused)
  return html`${text}${detail === '' ? nothing : html`<br /><small lang="en"><bdi>${detail}</bdi></small>`}`
}
