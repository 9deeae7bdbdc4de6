/** The modules that pages load, bundled from the sources: once in a process, since that takes as long as hundreds of tests. */
import { readOverlay } from '../../src/node/server/overlay-file.ts'
import { type BrowserModules, readBrowserModules } from '../../src/node/static-index/browser-modules.ts'

let modules: Promise<BrowserModules> | null = null
let overlay: Promise<string | null> | null = null

/** What `readBrowserModules()` gives. */
export function pageModules(): Promise<BrowserModules> {
  return (modules ??= readBrowserModules())
}

/** What `readOverlay()` gives. */
export function pageOverlay(): Promise<string | null> {
  return (overlay ??= readOverlay())
}
