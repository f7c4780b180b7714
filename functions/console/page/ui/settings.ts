/** What somebody has chosen for this browser: light or dark, how moves are announced. */
import { effect, signal } from '@preact/signals-core'

export type Announcing = 'plain' | 'd' | 'off'

const kept = (key: string): string | null => localStorage.getItem(`touchmove.${key}`)

export const theme = signal<'light' | 'dark'>(
  (kept('theme') as 'light' | 'dark' | null) ??
    (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'),
)
export const announcing = signal<Announcing>((kept('announcing') as Announcing | null) ?? 'plain')

effect(() => {
  document.documentElement.dataset['theme'] = theme.value
})

export function chooseTheme(next: 'light' | 'dark'): void {
  localStorage.setItem('touchmove.theme', next)
  theme.value = next
}

export function chooseAnnouncing(next: Announcing): void {
  localStorage.setItem('touchmove.announcing', next)
  announcing.value = next
}
