/**
 * Parts of the program that a copy of it may lack (`docs/vendoring.md`): everything below an `addons` folder. The rest
 * of the command line reaches them by `import()` alone.
 */
import { AskError, messageOf } from '../core/base/errors.ts'
import { errorCodeOf } from '../core/node/files/error-code.ts'

/** Node's message about a module of the add-on that it names; the module that imported it may be anywhere. */
const MISSING_MODULE = /^Cannot find module '[^']*[\\/]addons[\\/]([^\\/']+)/

/** Loads a module, which may need an add-on. Throws `AskError('configuration')` where this copy lacks that. */
export async function loadAddon<T>(load: () => Promise<T>): Promise<T> {
  return load().catch((error: unknown) => {
    const name = missingName(error)
    throw name === null ? error : new AskError('configuration', missingAddon(name, 'This needs'))
  })
}

/** The same; null where this copy lacks the add-on. */
export async function findAddon<T>(load: () => Promise<T>): Promise<T | null> {
  return load().catch((error: unknown) => {
    if (missingName(error) === null) throw error
    return null
  })
}

/** What a copy lacks, and the remedy, as one line that begins with what needs it. */
export function missingAddon(name: string, needs: string): string {
  const remedy = `make it again with \`node bin/vendor.js OUT --with ${name}\``
  return `${needs} the add-on ${name}, which this copy of ask was made without: ${remedy}`
}

/** Name of the add-on that a copy lacks, null for any other error. */
function missingName(error: unknown): string | null {
  return errorCodeOf(error) === 'ERR_MODULE_NOT_FOUND' ? (MISSING_MODULE.exec(messageOf(error))?.[1] ?? null) : null
}
