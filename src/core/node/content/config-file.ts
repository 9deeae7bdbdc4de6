/** The configuration of a site generator: its file and the files of its project that it imports, none of which is run. */
import { dirname, resolve } from 'node:path'
import {
  type ImportedValue, importPaths, MAX_CONFIG_LENGTH, parseConfig, readImports,
} from '../../content/menus/config-values.ts'
import type { FrontValue } from '../../content/frontmatter/value.ts'
import { isBelow, readConfigFile } from '../files/regular-file.ts'

/** Files of one configuration that are read. */
const MAX_MODULES = 40
const SCRIPT = /\.[cm]?[jt]s$/

/** A configuration with its values; a manifest has none. */
export interface ConfigFile {
  readonly path: string
  /** Its text, and those of the files that it imports. */
  readonly text: string
  readonly values: FrontValue | undefined
  /** Paths of these files. */
  readonly imported: readonly string[]
}

/** Reads a configuration. Files that it imports are left out if they are too large, or outside of its project's `root`. */
export async function readImported(root: string, { path, text }: Pick<ConfigFile, 'path' | 'text'>): Promise<ConfigFile> {
  const modules = new Map([[path, { text, imports: new Map<string, ImportedValue>() }]])
  const project = resolve(root)
  let lengthLeft = MAX_CONFIG_LENGTH - text.length
  for (const [from, { text: source, imports }] of modules) {
    if (!SCRIPT.test(from)) continue
    for (const { local, name, address } of readImports(source)) {
      const names = importPaths(resolve(dirname(from), address)).filter((one) => isBelow(project, one))
      const known = names.find((one) => modules.has(one))
      const file = known !== undefined || modules.size === MAX_MODULES ? null : await readConfigFile('', names)
      if (file !== null && file.text.length <= lengthLeft) {
        lengthLeft -= file.text.length
        modules.set(file.path, { text: file.text, imports: new Map() })
      }
      const module = modules.get(known ?? file?.path ?? '')
      if (module !== undefined) imports.set(local, { module, name })
    }
  }
  const imports = modules.get(path)?.imports
  const texts = [...modules.values()].map((module) => module.text)
  const imported = [...modules.keys()].slice(1)
  return { path, text: texts.join('\n'), values: parseConfig(path, text, imports), imported }
}
