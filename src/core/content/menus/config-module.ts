/**
 * A configuration in JavaScript or TypeScript and the files of its project that it imports: `import { shared as a } from
 * './shared'`, `const a = require('./a')`, `export * from './a'`.
 */

/** A file, and what its names stand for. */
export interface ConfigModule {
  readonly text: string
  /** By the name in its text; a `require` without a name, and a module that is exported as a whole, by its address. */
  readonly imports: ReadonlyMap<string, ImportedValue>
}

/** What another module exports by a name, `default` for its own value, `*` for all names. */
export interface ImportedValue {
  readonly module: ConfigModule
  readonly name: string
}

/** An import as it is written. */
interface WrittenImport {
  readonly local: string
  readonly name: string
  /** Relative: `../shared`. */
  readonly address: string
}

/** Imports of one file that are read. */
const MAX_IMPORTS = 100

const ADDRESS = /["'](\.{1,2}\/[^"'\n]{1,200})["']/
const IMPORT = new RegExp(`^[ \\t]*(?:im|ex)port\\s([\\w$,{}\\s*]{1,600}?)\\bfrom\\s{0,20}${ADDRESS.source}`, 'gm')
const REQUIRE = new RegExp(
  `(?:\\b(?:const|let|var)\\s+([\\w$]{1,100}|\\{[^{}]{1,600}\\})\\s{0,20}=\\s{0,20})?\\brequire\\(\\s{0,20}${ADDRESS.source}`, 'g',
)
const DEFAULT = /^(?:type\s+)?([\w$]+)\s*(?:,|$)/
const NAMES = /\{([^{}]*)\}/
/** `a`, `a as b`, and `a: b` behind `const`. */
const NAMED = /^(?:type\s+)?([\w$]+)(?:\s+as\s+|\s*:\s*)?([\w$]*)$/

/** The imports of a module from files of its project, and what it exports from them. */
export function readImports(text: string): readonly WrittenImport[] {
  const written = [...text.matchAll(IMPORT), ...text.matchAll(REQUIRE)].slice(0, MAX_IMPORTS)
  return written.flatMap(([, clause = '', address = '']): WrittenImport[] => {
    const names = clause.trim()
    const [, local] = DEFAULT.exec(names) ?? []
    const [, list = ''] = NAMES.exec(names) ?? []
    const named = list.split(',').flatMap((one) => {
      const [, name = '', alias = ''] = NAMED.exec(one.trim()) ?? []
      return name === '' ? [] : [{ local: alias || name, name, address }]
    })
    return names === '' || names === '*' ? [{ local: address, name: names || 'default', address }]
      : local === undefined ? named : [{ local, name: 'default', address }, ...named]
  })
}

/** The addresses that an import may have: its own, and those with what it leaves out. */
export function importPaths(path: string): readonly string[] {
  const plain = path.replace(/\.[cm]?js$/, '')
  const endings = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json']
  return [path, ...endings.map((ending) => `${plain}.${ending}`), ...endings.map((ending) => `${path}/index.${ending}`)]
}
