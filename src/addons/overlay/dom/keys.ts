/** Keys that are no text: the shortcut, a letter with Ctrl, or with Cmd on a Mac; and those of an input method. */

/** The parts of a keyboard event that are read. */
type KeyPress = Readonly<Record<'key' | 'code', string> & Record<`${'ctrl' | 'meta' | 'alt' | 'shift'}Key`, boolean>>

/** True for a key that an input method takes: `keyCode` of UI Events is 229, in Safari also for the one that ends it. */
export function isComposing({ keyCode }: { readonly keyCode: number }): boolean {
  return keyCode === 229
}

/**
 * The letter that is pressed with Ctrl or Cmd; empty without these. The letter is where the layout has it, and where a
 * Latin layout has it if the layout has no Latin letters.
 */
export function shortcutLetter(press: KeyPress, isMac: boolean): string {
  if (press.altKey || press.shiftKey || press.metaKey !== isMac || press.ctrlKey === isMac) return ''
  return (/^[!-~]$/.test(press.key) ? press.key : press.code.slice('Key'.length)).toLowerCase()
}

/** True for a press with Ctrl, Cmd or Alt: the browser or the page has another meaning for it. */
export function hasModifier({ ctrlKey, metaKey, altKey }: Pick<KeyPress, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return ctrlKey || metaKey || altKey
}
