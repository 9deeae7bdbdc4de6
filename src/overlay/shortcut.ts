/** Keys that open the dialog: a letter with Ctrl, or with Cmd on a Mac. */

/** The parts of a keyboard event that count. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** The letter counts where the layout puts it; on layouts without Latin letters, where it stands on others. */
export function isShortcut(press: KeyPress, letter: string, isMac: boolean): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = press
  if (letter === '' || altKey || shiftKey || metaKey !== isMac || ctrlKey === isMac) return false
  return /^[!-~]$/.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`
}
