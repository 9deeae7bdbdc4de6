/** Where the shared corpora are, for tests that read real content; they skip themselves where it is absent. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../shared/', import.meta.url))

/** Path of `../shared/<name>` beside the checkout. */
export function sharedPath(name: string): string {
  return root + name
}

/** Options for `test()`: skipped with a reason where `../shared/<name>` is absent. */
export function needsShared(name: string): { skip: string | false } {
  return { skip: existsSync(sharedPath(name)) ? false : `../shared/${name} is absent` }
}
