/** The keys that open the dialog: a letter with Ctrl, or with Cmd on a Mac. */

/** The parts of a keyboard event that are read. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/**
 * True for a key press that is the shortcut. The letter is where the layout has
 * it, and where a Latin layout has it if the layout has no Latin letters.
 */
export function isShortcut(press: KeyPress, letter: string, isMac: boolean): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = press
  if (letter === '' || altKey || shiftKey || metaKey !== isMac || ctrlKey === isMac) return false
  return /^[!-~]$/.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`
}
