/** Downloads files of the service: the request has the token, which a plain link cannot send. */
import { delayOfRefusal } from '../api/late.ts'
import { sessionToken } from '../api/session.ts'
import { t } from '../words/texts.ts'
import { notify } from './notices.ts'

/** Saves the file at `path`, as late as the reader sees the game. Where it is refused or cannot be reached, a notice says so. */
export async function download(path: string, name: string): Promise<void> {
  const bearer = sessionToken.peek()
  const headers: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  const response = await fetch(path, { headers, cache: 'no-store' }).catch(() => null)
  if (response === null) return notify(t('not-reached'), 'bad')
  if (response.ok) return saveFile(name, await response.blob())
  const problem = (await response.json().catch(() => null)) as { readonly detail: string } | null
  const minutes = delayOfRefusal(response.status, problem)
  if (minutes === null) notify(t('refused'), 'bad', problem?.detail ?? '')
  else await download(`/delayed/${minutes}${path}`, name)
}

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
