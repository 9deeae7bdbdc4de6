/**
 * Parts of the program that a copy of it may lack (`docs/vendoring.md`): everything below an `addons` folder. The rest
 * of the command line reaches them by `import()` alone.
 */
import { AskError, messageOf } from '../core/base/errors.ts'
import { errorCodeOf } from '../core/node/files/error-code.ts'

/** The add-ons, by the names of their folders below `src/addons`. */
export type AddonName = 'agents' | 'astro' | 'demo' | 'overlay' | 'reader' | 'report' | 'setup' | 'static' | 'store'

/** Node's message about a module below an `addons` folder; the module that imported it may be anywhere. */
const MISSING_MODULE = /^Cannot find module '[^']*[\\/]addons[\\/]/

/** Loads a module of an add-on. Throws `AskError('configuration')` where this copy lacks it. */
export async function loadAddon<T>(name: AddonName, load: () => Promise<T>): Promise<T> {
  const loaded = await findAddon(load)
  if (loaded === null) throw new AskError('configuration', missingAddon(name, 'This needs'))
  return loaded
}

/** The same; null where this copy lacks it. */
export async function findAddon<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await load()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** What a copy lacks, and the remedy, as one line that begins with what needs it. */
export function missingAddon(name: AddonName, needs: string): string {
  const remedy = `make it again with \`node bin/vendor.js OUT --with ${name}\``
  return `${needs} the add-on ${name}, which this copy of ask was made without: ${remedy}`
}

function isMissing(error: unknown): boolean {
  return errorCodeOf(error) === 'ERR_MODULE_NOT_FOUND' && MISSING_MODULE.test(messageOf(error))
}
