/** Settings of this browser: light or dark, how moves are announced, shortcuts. */
import { effect, signal } from '@preact/signals-core'

export type AnnouncementMode = 'plain' | 'd' | 'off'

const storedSetting = (key: string): string | null => localStorage.getItem(`touchmove.${key}`)

export const theme = signal<'light' | 'dark'>(
  (storedSetting('theme') as 'light' | 'dark' | null) ??
    (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'),
)
export const announcementMode = signal<AnnouncementMode>(
  (storedSetting('announcing') as AnnouncementMode | null) ?? 'plain',
)

/** Single letters as shortcuts (WCAG 2.1.4): people who dictate to their computer switch them off. */
export const shortcuts = signal(storedSetting('shortcuts') !== 'off')

export function toggleShortcuts(): void {
  shortcuts.value = !shortcuts.peek()
  localStorage.setItem('touchmove.shortcuts', shortcuts.peek() ? 'on' : 'off')
}

effect(() => {
  document.documentElement.dataset['theme'] = theme.value
})

export function setTheme(next: 'light' | 'dark'): void {
  localStorage.setItem('touchmove.theme', next)
  theme.value = next
}

export function setAnnouncementMode(next: AnnouncementMode): void {
  localStorage.setItem('touchmove.announcing', next)
  announcementMode.value = next
}
