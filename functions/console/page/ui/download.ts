/** Downloads files of the service: the request has the token, which a plain link cannot send. */
import { delayOfRefusal } from '../api/late.ts'
import { sessionToken } from '../api/session.ts'
import type { AuditResponse } from '../api/shapes.ts'
import { t } from '../words/texts.ts'
import { notify } from './notices.ts'

/** Saves the file at `path`, as late as the reader sees the game. Where it is refused or cannot be reached, a notice says so. */
export async function download(path: string, name: string): Promise<void> {
  const response = await fetchFile(path)
  if (response !== null) saveFile(name, await response.blob())
}

/** Saves the audit of a game as one document, also where it comes in pages. */
export async function downloadAudit(game: string): Promise<void> {
  const pages: AuditFile[] = []
  for (let query: string | null = ''; query !== null; ) {
    const response = await fetchFile(`/games/${game}/audit${query}`)
    if (response === null) return
    const page = (await response.json()) as AuditFile
    pages.push(page)
    query = page.next === undefined ? null : `?after=${page.next}`
  }
  const { next: _, ...first } = pages[0]!
  const commits = pages.flatMap((page) => page.commits)
  const anchors = pages.flatMap((page) => page.anchors)
  saveFile(`${game}-audit.json`, new Blob([JSON.stringify({ ...first, commits, anchors })]))
}

interface AuditFile extends AuditResponse {
  readonly anchors: readonly object[]
}

/** The answer with a file; null where it is refused or cannot be reached, which a notice has said. */
async function fetchFile(path: string): Promise<Response | null> {
  const bearer = sessionToken.peek()
  const headers: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  const response = await fetch(path, { headers, cache: 'no-store' }).catch(() => null)
  if (response?.ok) return response
  if (response === null) {
    notify(t('not-reached'), 'bad')
    return null
  }
  const problem = (await response.json().catch(() => null)) as { readonly detail: string } | null
  const minutes = delayOfRefusal(response.status, problem)
  if (minutes !== null) return fetchFile(`/delayed/${minutes}${path}`)
  notify(t('refused'), 'bad', problem?.detail ?? '')
  return null
}

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
