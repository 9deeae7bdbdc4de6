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
 * The letter that is pressed with Ctrl or Cmd; empty without these. The letter is where the layout has it, and where a
 * Latin layout has it if the layout has no Latin letters.
 */
export function shortcutLetter(press: KeyPress, isMac: boolean): string {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = press
  if (altKey || shiftKey || metaKey !== isMac || ctrlKey === isMac) return ''
  return (/^[!-~]$/.test(key) ? key : code.replace('Key', '')).toLowerCase()
}
