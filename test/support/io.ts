/** Surroundings for command lines in tests: what is written is kept, nothing of the real process is touched. */
import type { BrowserModules } from '../../src/addons/static/node/browser-modules.ts'
import type { Io } from '../../src/cli/terminal/io.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** What pages load of this package, in place of the bundles: `bin/build-overlay.js` takes as long for these as a hundred tests. */
const PAGE_OVERLAY = "customElements.define('ask-overlay', class extends HTMLElement {})\n"
export const PAGE_MODULES: BrowserModules = {
  overlay: bytes(PAGE_OVERLAY), search: bytes('search'), englishSearch: bytes('English'),
}

export interface FakeIo extends Io {
  readonly written: { out: string; err: string }
}

/** `given` replaces parts: a terminal, an environment, a fetch. */
export function fakeIo(given: Partial<Io> = {}): FakeIo {
  const written = { out: '', err: '' }
  let now = 0
  return {
    stdout: { write: (text) => void (written.out += text), isTerminal: false, columns: 80 },
    stderr: { write: (text) => void (written.err += text), isTerminal: false, columns: 80 },
    env: {},
    // No settings are there.
    folder: '/nonexistent',
    fetch: async () => {
      throw new TypeError('no network in this test')
    },
    now: () => (now += 10),
    stopSignal: async () => undefined,
    outliveOutput: () => undefined,
    onInterrupt: () => () => undefined,
    openBrowser: async () => true,
    confirm: null,
    questions: null,
    packageFile: async () => null,
    readOverlay: async () => PAGE_OVERLAY,
    readBrowserModules: async () => PAGE_MODULES,
    ...given,
    written,
  }
}

/** The same, with a terminal as stdout. */
export function fakeTerminal(columns: number, env: Io['env'] = {}): FakeIo {
  const io = fakeIo({ env })
  return { ...io, stdout: { ...io.stdout, isTerminal: true, columns } }
}
