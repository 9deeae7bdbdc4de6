/** What pages load of this package, in place of the bundles: `bin/build-overlay.js` takes as long for these as a hundred tests. */
import type { BrowserModules } from '../../src/addons/static/node/browser-modules.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Text of the overlay. */
export const PAGE_OVERLAY = "customElements.define('ask-overlay', class extends HTMLElement {})\n"

/** The overlay with one language, and the searches, each with its own text. */
export const PAGE_MODULES: BrowserModules = {
  overlay: bytes(PAGE_OVERLAY),
  languages: new Map([['overlay/de.js', bytes('de')]]),
  search: bytes('search'),
  englishSearch: bytes('English'),
}
