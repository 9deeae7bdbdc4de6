/**
 * The running copy of this package: its folder, its version, whether it is compiled, and the parts that it may lack
 * (`docs/vendoring.md`): everything below an `addons` folder. The rest of the command line reaches them by `import()`
 * alone.
 */
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AskError, messageOf } from '../core/base/errors.ts'
import { VERSION } from '../core/base/version.ts'
import { errorCodeOf } from '../core/node/files/path.ts'

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

function missingName(error: unknown): string | null {
  return errorCodeOf(error) === 'ERR_MODULE_NOT_FOUND' ? (MISSING_MODULE.exec(messageOf(error))?.[1] ?? null) : null
}

export const PACKAGE_FOLDER = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** The program of this copy of the package. */
export const PROGRAM = fileURLToPath(new URL('../../bin/ask.js', import.meta.url))
/** The program where npm installs the package in a project. */
export const INSTALLED = 'node_modules/ask-service/bin/ask.js'

/** True if the copy that runs is the one that is installed in the project in the current folder. */
export function isInstalled(): boolean {
  return existsSync(INSTALLED) && realpathSync(INSTALLED) === realpathSync(PROGRAM)
}

/** This copy: its absolute path, its version, and false for a checkout that runs its sources. */
export const PACKAGE_COPY = {
  folder: PACKAGE_FOLDER, version: VERSION, isCompiled: import.meta.url.endsWith('.js'),
} as const
