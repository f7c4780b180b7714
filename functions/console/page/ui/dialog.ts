/** Dialogs: they are shown once they are drawn, and end by Escape or a button; the focus then returns to where it was. */
import { placeNotices } from './notices.ts'

/** The element that had the focus before the first dialog was shown. */
let focusOrigin: HTMLElement | null = null

/** Shows the dialog of this class once it is drawn. */
export function showDialog(name: string): void {
  const at = document.activeElement as HTMLElement | null
  // After a dialog that follows another the focus returns to where it was before the first.
  if (at?.closest('dialog') === null) focusOrigin = at
  requestAnimationFrame(() => {
    const dialog = document.querySelector<HTMLDialogElement>(`dialog.${name}`)
    if (dialog === null || dialog.open) return
    dialog.showModal()
    placeNotices()
    dialog.addEventListener('close', () => requestAnimationFrame(restoreFocus), { once: true })
  })
}

/** Returns the focus to where it was, or to the content of the page where that element is gone. */
function restoreFocus(): void {
  placeNotices()
  if (document.querySelector('dialog[open]') !== null) return
  const back = focusOrigin?.isConnected && focusOrigin !== document.body ? focusOrigin : null
  ;(back ?? document.querySelector<HTMLElement>('#content'))?.focus()
}

/** Ends the dialog in which the event happened; its `close` event follows. */
export const closeDialog = ({ currentTarget }: Event): void => dialogOf(currentTarget)?.close()

export const dialogOf = (node: EventTarget | null): HTMLDialogElement | null =>
  (node as Element | null)?.closest('dialog') ?? null
