/** Files of the service, asked for with the token, which a plain link cannot carry. */
import { sessionToken } from '../api/session.ts'
import { t } from '../words/texts.ts'
import { notify } from './notices.ts'

/** Saves what stands under `path`; that it is refused, or cannot be reached, is said. */
export async function download(path: string, name: string): Promise<void> {
  const bearer = sessionToken.peek()
  const headers: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  const response = await fetch(path, { headers, cache: 'no-store' }).catch(() => null)
  if (response === null) return notify(t('not-reached'), 'bad')
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as { readonly detail?: string } | null
    return notify(t('refused'), 'bad', problem?.detail ?? '')
  }
  saveFile(name, await response.blob())
}

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
