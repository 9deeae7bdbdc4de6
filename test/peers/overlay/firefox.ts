/**
 * Debian's Firefox, driven by Playwright over WebDriver BiDi. Playwright knows only Firefox builds of its own: it sends the
 * ESR one command that this doesn't know yet (`emulation.setMediaFeaturesOverride`), which is answered here, and what the
 * command would emulate is a preference of the whole browser.
 */
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, firefox } from 'playwright-core'

const UNKNOWN = 'emulation.setMediaFeaturesOverride'
/** Values of the preferences. */
const [DARK, LIGHT] = [0, 1]
const [COARSE_POINTER, FINE_HOVERING_POINTER] = [1, 6]
const [NEVER_FORCED, ALWAYS_FORCED] = [1, 2]

const { ws: Socket } = createRequire(import.meta.url)('playwright-core/lib/utilsBundle')
const { send } = Socket.prototype

Socket.prototype.send = function answerOrSend(text: string, ...others: readonly unknown[]) {
  const { id, method } = JSON.parse(text)
  if (method !== UNKNOWN) return send.call(this, text, ...others)
  queueMicrotask(() => this.emit('message', JSON.stringify({ type: 'success', id, result: {} }), false))
}

/** Starts a Firefox whose pages all have the colors and the pointer of `options`. */
export async function startFirefox(executablePath: string, options: BrowserContextOptions): Promise<Browser> {
  const { colorScheme, hasTouch, forcedColors, reducedMotion } = options
  const pointer = hasTouch === true ? COARSE_POINTER : FINE_HOVERING_POINTER
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    headless: true,
    firefoxUserPrefs: {
      // A page may read the clipboard without asking, as in Chromium with a permission.
      'dom.events.testing.asyncClipboard': true,
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? DARK : LIGHT,
      'ui.primaryPointerCapabilities': pointer,
      'ui.allPointerCapabilities': pointer,
      'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0,
      'browser.display.document_color_use': forcedColors === 'active' ? ALWAYS_FORCED : NEVER_FORCED,
    },
  })
}
