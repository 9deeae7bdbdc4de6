/** The configuration of a site generator: its file and the files of its project that it imports, none of which is run. */
import { dirname, join, resolve } from 'node:path'
import type { FrontValue } from '../../content/frontmatter/value.ts'
import {
  type ImportedValue, importPaths, MAX_CONFIG_LENGTH, parseConfig, readImports,
} from '../../content/menus/config-values.ts'
import { isBelow, readConfigFile } from '../files/regular-file.ts'

/** Files of one configuration that are read. */
const MAX_MODULES = 40
const SCRIPT = /\.[cm]?[jt]s$/

/** A configuration with its values; a manifest has none. */
export interface ConfigFile {
  /** From the folder of its project. */
  readonly path: string
  readonly ownText: string
  /** Its text, and those of the files that it imports. */
  readonly text: string
  readonly values: FrontValue | undefined
  /** Whole paths of these files. */
  readonly imported: readonly string[]
}

/**
 * The first of these files of a project that exists, null for none. Files that it imports are left out if they are too
 * large, or outside of the project.
 */
export async function readConfig(root: string, names: readonly string[]): Promise<ConfigFile | null> {
  const config = await readConfigFile(root, names)
  if (config === null) return null
  const { path, text: ownText } = config
  const project = resolve(root)
  const modules = new Map([[join(project, path), { text: ownText, imports: new Map<string, ImportedValue>() }]])
  let lengthLeft = MAX_CONFIG_LENGTH - ownText.length
  for (const [from, { text, imports }] of modules) {
    if (!SCRIPT.test(from)) continue
    for (const { local, name, address } of readImports(text)) {
      const paths = importPaths(resolve(dirname(from), address)).filter((one) => isBelow(project, one))
      const known = paths.find((one) => modules.has(one))
      const file = known !== undefined || modules.size === MAX_MODULES ? null : await readConfigFile('', paths)
      if (file !== null && file.text.length <= lengthLeft) {
        lengthLeft -= file.text.length
        modules.set(file.path, { text: file.text, imports: new Map() })
      }
      const module = modules.get(known ?? file?.path ?? '')
      if (module !== undefined) imports.set(local, { module, name })
    }
  }
  const [own, ...others] = modules.values()
  const text = [ownText, ...others.map((module) => module.text)].join('\n')
  return { path, ownText, text, values: parseConfig(path, ownText, own?.imports), imported: [...modules.keys()].slice(1) }
}
