/**
 * Debian's Chromium. The check of a change uses the build without windows (`chromium-headless-shell`), in which a page takes
 * less than half the time; a release uses the browser that people have.
 */
import { existsSync } from 'node:fs'

/** The path of its program. */
export const CHROMIUM = process.env['ASK_LONG'] === '1' ? '/usr/bin/chromium' : '/usr/bin/chromium-headless-shell'

/** Options for `test()`: skipped with a reason where it is absent. */
export const NEEDS_CHROMIUM: { readonly skip: string | false } = { skip: existsSync(CHROMIUM) ? false : `${CHROMIUM} is absent` }
