/** The running copy of this package: its folder, its version, and whether it is compiled. */
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { VERSION } from '../../core/base/version.ts'

/** Folder of this package. */
export const PACKAGE_FOLDER = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '')

/** The program of this copy of the package. */
export const PROGRAM = fileURLToPath(new URL('../../../bin/ask.js', import.meta.url))
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
