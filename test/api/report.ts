/**
 * The package's entry points -> a report of all public names with their
 * signatures, made from the declarations that the compiler writes.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COMPILER = join(ROOT, 'node_modules/.bin/tsc')

/** Entry point -> its declarations below the compiler's output. */
const ENTRY_POINTS: Readonly<Record<string, string>> = {
  'ask-service': 'index.d.ts',
  'ask-service/store': 'store.d.ts',
  'ask-service/node': 'node.d.ts',
  'ask-service/astro': 'addons/astro/integration.d.ts',
  'ask-service/starlight': 'addons/astro/starlight.d.ts',
  'ask-service/ai-sdk': 'addons/ai-sdk/chat-fetch.d.ts',
  'ask-service/overlay': 'addons/overlay/overlay.d.ts',
  'ask-service/overlay/de': 'addons/overlay/text/de.d.ts',
}

/** Astro's own types, written down as far as the integration uses them: users take them from Astro. */
const HOOKS = 'addons/astro/hooks.d.ts '

/** A public name: the module that declares it, and its name there. */
interface PublicName {
  readonly name: string
  readonly file: string
  readonly declared: string
}

/** The report, and the types that a signature names and no entry point exports. */
export interface ApiReport {
  readonly text: string
  readonly unexported: readonly string[]
}

/** Compiles the declarations into `folder`, and reports what they say. */
export function reportApi(folder: string): ApiReport {
  const declarations = ['--noEmit', 'false', '--noCheck', '--declaration', '--emitDeclarationOnly', '--rewriteRelativeImportExtensions', '--rootDir', 'src', '--outDir', folder]
  for (const project of ['tsconfig.build.json', 'tsconfig.overlay.json']) {
    execFileSync(COMPILER, ['-p', project, ...declarations], { cwd: ROOT, shell: process.platform === 'win32' })
  }
  const modules = new Map<string, Module>()
  const read = (file: string) => modules.get(file) ?? modules.set(file, readModule(folder, file)).get(file)!
  const entries = Object.entries(ENTRY_POINTS).map(([entry, file]) => ({ entry, names: namesOf(file, read(file)) }))
  const exported = new Set(entries.flatMap(({ names }) => names.map(({ file, declared }) => `${file} ${declared}`)))
  const unexported = new Set<string>()
  const sections = entries.map(({ entry, names }) => {
    const blocks = names.map(({ name, file, declared }) => {
      const { blocks: declarations, imports } = read(file)
      const block = declarations.get(declared)
      if (block === undefined) throw new Error(`${file} declares no ${declared}`)
      for (const used of new Set(block.match(/\b[A-Z]\w+\b/g))) {
        const origin = imports.get(used) ?? (declarations.has(used) ? `${file} ${used}` : null)
        if (origin !== null && !exported.has(origin) && !origin.startsWith(HOOKS) && isType(read(origin.split(' ')[0]!), used)) unexported.add(`${used}, named by ${name}`)
      }
      const listed = withKeys(block, (table) => {
        return declarations.get(table) ?? read((imports.get(table) ?? `${file} `).split(' ')[0]!).blocks.get(table) ?? ''
      })
      return name === declared ? listed : `${listed}\nexport { ${declared} as ${name} }`
    })
    return `## ${entry}\n\n\`\`\`ts\n${blocks.join('\n')}\n\`\`\`\n`
  })
  return { text: `# Public names and their signatures\n\nWritten by \`npm run api\`.\n\n${sections.join('\n')}`, unexported: [...unexported].sort() }
}

/** One file of declarations. */
interface Module {
  readonly lines: readonly string[]
  /** Declared name -> its declaration without comments. */
  readonly blocks: ReadonlyMap<string, string>
  /** Imported name -> `file name` of its declaration. */
  readonly imports: ReadonlyMap<string, string>
}

const DECLARATION = /^export (?:default )?(?:declare )?(?:abstract )?(?:function|interface|type|const|class) (\w+)/
const LOCAL = /^(?:declare )?(?:function|interface|type|const|class) (\w+)/

function readModule(folder: string, file: string): Module {
  const source = readFileSync(join(folder, file), 'utf8').replace(/^[ \t]*\/\*\*[^]*?\*\/\n?/gm, '')
  const blocks = new Map<string, string>()
  const imports = new Map<string, string>()
  // A statement ends where a line of no indentation begins the next.
  for (const statement of source.split(/\n(?=[a-z])/)) {
    const name = (DECLARATION.exec(statement) ?? LOCAL.exec(statement))?.[1]
    if (name !== undefined) blocks.set(name, [blocks.get(name), statement.trim()].filter(Boolean).join('\n'))
    const imported = /^import (?:type )?\{([^}]*)\} from '(\.[^']+)'/.exec(statement)
    for (const part of imported?.[1]?.split(',') ?? []) {
      const [original = '', local = original] = part.replace('type ', '').trim().split(' as ')
      if (original !== '') imports.set(local, `${moduleFile(file, imported?.[2] ?? '')} ${original}`)
    }
  }
  return { lines: source.split('\n'), blocks, imports }
}

/** Whether a module declares the name as a type: constants and classes that types are made of may stay private. */
function isType({ blocks }: Module, name: string): boolean {
  return /^(?:export )?(?:declare )?(?:interface|type) /.test(blocks.get(name) ?? '')
}

/** A declaration with the keys of a table in place of `keyof typeof`: they are what is promised. */
function withKeys(block: string, declarationOf: (table: string) => string): string {
  return block.replace(/keyof typeof (\w+)/g, (type, table: string) => {
    const keys = Array.from(declarationOf(table).matchAll(/^    readonly ['"]?([\w-]+)['"]?:/gm), ([, key]) => `'${key}'`)
    return keys.length === 0 ? type : keys.join(' | ')
  })
}

/** `./search/searcher.js` seen from a file -> `search/searcher.d.ts`. */
function moduleFile(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier).replace(/\.[jt]s$/, '.d.ts')
}

/** Names that an entry point exports, in its own order. */
function namesOf(file: string, { lines, blocks }: Module): readonly PublicName[] {
  const names: PublicName[] = []
  for (const [, list = '', from] of lines.join('\n').matchAll(/^export (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm)) {
    for (const part of list.split(',')) {
      const [declared = '', name = declared] = part.replace('type ', '').trim().split(' as ')
      if (declared !== '') names.push({ name, declared, file: moduleFile(file, from ?? '') })
    }
  }
  for (const [name, block] of blocks) if (DECLARATION.test(block)) names.push({ name, declared: name, file })
  return names
}
