/**
 * A line of an answer's code -> what no shown section has of it: flags, addresses, paths, packages, options, methods.
 */
import { CONFIGURATION, EXAMPLE, FLAG, hasAny, isOwnPath, MAX_SPAN, SYSTEM } from './claims.ts'
import type { Evidence } from './evidence.ts'
import { fold, foldCase, type SourceText } from './sections.ts'

/** A host without a scheme, before a path: `images.acme.dev/org/name`. */
const HOST_PATH = /(?<![\w@./:-])((?:[a-z0-9-]+\.)+[a-z]{2,})\/[\w.-]/g
/** In code: host and path of an address; a path from the root. */
const ADDRESS = /https?:\/\/([^\s/"'`<>;]+)((?:\/[^\s"'`<>?#;]*)?)/g
const ABSOLUTE_PATH = /(?:(?<![\w/:.}-])|(?<=\$\{?\w{1,40}\}?))\/[a-z_][\w.-]*(?:\/[\w.-]+)+/gi
/** A package with its owner, and an action of a workflow; those of its host need no docs. */
const PACKAGE = /(?<![\w/@.-])@[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*|(?<=\buses:\s{1,4})(?!actions\/)[\w.-]+\/[\w./-]+(?=@)/g
/** A module of Go with its major version. */
const MODULE = /(?<![\w@/.-])(?:[a-z0-9-]+\.)+[a-z]{2,}\/[\w./-]*\/v\d+(?![\w.-])/g
/** In a shell: a program with its command, both words. */
const SHELL = /^(?:(?:ba|z|fi|k)?sh|shell|console|shellscript|shell-session|nu|powershell|pwsh|ps1|bat|cmd)$/i
const COMMAND = /^[ \t]*(?:\$[ \t]*)?([a-z][a-z\d]+) ([a-z]+)(?![\w./:=-])/
/** A function or a method of a chain that a line begins with, and does not define; single words are known elsewhere. */
const CALLED = /^[ \t]*(?:->|\.)?([a-z]+[A-Z]\w*)\((?![^()]*\).*\{\}?$)/g
/** Flags of what installs packages, which docs of these packages may leave out. */
const INSTALL_FLAG = /^--(?:save|save-dev|save-exact|dev|global|upgrade|user)$/
/** A line of a program whose flags no docs need to tell, and the folders of a system, whose files are the reader's. */
const FOREIGN = /^[ \t]*(?:\$[ \t]*)?(apt|brew|cargo|cat|cp|curl|git|go|ls|mkdir|mv|pip|rm|touch|wget) /
const SYSTEM_PATH = /^\/(?:etc|home|mnt|opt|root|srv|tmp|usr|var|backups?)\//
/** A variable that a command sets, and an option in a program: of a reader's own names few have a capital inside. */
const VARIABLE = /(?:^|[\s;])([A-Z][A-Z0-9]*_[A-Z0-9_]+)=/g
const OPTION = /(?<![\w.?$])([a-z]+[A-Z]\w*(?=["']?\s{0,9}:\s)|[A-Z]+[a-z\d]+[A-Z]\w*(?=: \S))/g
/** A key at the left edge with others below it; those further in may be names of the reader's own. */
const OUTER_KEY = /^([a-z]+[A-Z]\w*):$/g
/** A setting by its whole name in JSON: `"cluster.routing.allocation.enable": `. */
const DOTTED_KEY = /(?<=["'])[a-z]\w*(?:\.[a-z]\w*){2,8}(?=["']\s{0,9}:)/g
/** A header of the service's own. */
const HEADER = /(?<![\w-])X-[A-Za-z][\w-]+(?=["']?\s?[:=])/g
const KEYWORD = /(?<=[(,]\s?)[a-z]+_\w+(?==[^=])/g
/** In Python: an attribute of a part of something that is set, by the last two names. */
const ATTRIBUTE = /^[ \t]*(?:\w+\.)+(\w+\.\w+)[ \t]*=(?!=)/g
const INSTALL = /\b(?:pip3?|npm|pnpm|yarn|bun|uv|cargo|gem|composer|brew|poetry)\s(?:install|add|i|require)\s([^|&;#]*)/
/**
 * A method of a part of something, or of a type: `context.cache.purge(`, `Cache::purge(`. Of something itself only one
 * of several words, `queue.takeAll(`: examples begin with `app.listen(` and the like that sections leave out.
 */
const METHOD = new RegExp(
  '(?<![\\w$.)\\]:])([A-Za-z_$][\\w$]*(?:\\.[A-Za-z_$][\\w$]*)+(?=\\.)|[A-Z]\\w*(?=::)|' +
    '[a-z]\\w*(?=\\.(?:[a-z]+_|[A-Za-z]*[a-z][A-Z])))(\\.|::)([A-Za-z_$][\\w$]*)\\(',
  'g',
)
/** Methods that programs have by their language, and objects and modules that they have by it or by their host. */
const OWN_METHODS: ReadonlySet<string> = new Set(
  [Array, Date, EventTarget, Function, Headers, Map, Number, Object, Promise, RegExp, Response, Set, String, URL]
    .flatMap((type) => [...Object.getOwnPropertyNames(type), ...Object.getOwnPropertyNames(type.prototype)]),
)
const OWN_OBJECTS: ReadonlySet<string> = new Set((
  'asyncio bytes collections console crypto dataclasses datetime document enum errors fmt fs functools ' +
  'globalThis http import io json JSON log logging math Math module os path pathlib process random re self sort ' +
  'strconv strings sync sys this time typing url util uuid window'
).split(' '))
const IMPORT = /\bimport\s+(?:type\s+)?\{([^{}]*)\}\s*from\s*["']([^"']+)["']/
const PYTHON_IMPORT = /^[ \t]*from ([a-z]\w*(?:\.\w+)*) import \(?([\w, ]+)/
const KEY = /^[ \t-]*([A-Za-z][\w./-]{2,})[ \t]*[:=][ \t]*\S/g

/** The directive of a line in configurations whose lines have no sign between key and value. */
const DIRECTIVE = /^[ \t]*([a-z]+_[a-z_]+):?[ \t]+[\w"'$/]/g

/** What is named in code of any language. */
const NAMES = [
  ADDRESS, HOST_PATH, ABSOLUTE_PATH, VARIABLE, PACKAGE, MODULE, OPTION, OUTER_KEY, DOTTED_KEY, HEADER, KEYWORD,
  ATTRIBUTE, CALLED,
]

/** What no shown section has of a line of code. */
export function missingInCode(text: string, language: string, read: Evidence): readonly string[] {
  const all = read.all()
  if (hasAny(all, fold(text))) return []
  const namesBy = (pattern: RegExp) => {
    return Array.from(text.matchAll(pattern)).flatMap(([whole, ...groups]) => (groups.length > 0 ? groups : whole))
  }
  const [, foreign] = FOREIGN.exec(text) ?? []
  const isTold = (flag: string) => INSTALL_FLAG.test(flag) && INSTALL.test(text)
  const flags = foreign === undefined || hasAny(all, foreign) ? namesBy(FLAG).filter((flag) => !isTold(flag)) : []
  const found = [
    ...flags,
    ...NAMES.flatMap(namesBy),
    ...(SHELL.test(language) ? [...inventedCommand(text, all), ...installed(text)] : namesBy(DIRECTIVE)),
    ...inventedMethods(text, all),
    ...importedNames(text, all),
    ...(CONFIGURATION.test(language) ? namesBy(KEY) : []),
  ]
  return found.filter((each) => {
    if (each.length > MAX_SPAN) return false
    const name = each.replace(/(?<!\/)\/+$/, '')
    // Programs of Go take `--gzip` for `-gzip`.
    const forms = [name, ...(/^--\w\w/.test(name) ? [` ${name.slice(1)}`, `\`${name.slice(1)}`] : [])].map(foldCase)
    const isKnown = forms.some((form) => hasAny([...all, read.question], form)) || read.isOwn(name) ||
      isOwnPath(foldCase(name), all, read.question)
    // A file of the docs in another place is none of the reader's.
    if (SYSTEM_PATH.test(name) && !hasAny(all, foldCase(name.slice(name.lastIndexOf('/') + 1)))) return false
    return name !== '' && !EXAMPLE.test(name) && !isKnown
  })
}

/** Methods that no section has, of what one tells of. */
function inventedMethods(line: string, all: readonly SourceText[]): readonly string[] {
  const invented = Array.from(line.matchAll(METHOD)).filter(([, object = '', sign = '', method = '']) => {
    const isTold = hasAny(all, `${object}${sign}`.toLowerCase()) && !isOfLanguage(object)
    const forms = [`${sign}${method}`, `${method}(`, `\`${method}\``].map((form) => form.toLowerCase())
    return isTold && !OWN_METHODS.has(method) && !forms.some((form) => hasAny(all, form))
  })
  return invented.map(([call]) => call.slice(0, -1))
}

/** The command of a program that sections tell of, if they have others. */
function inventedCommand(line: string, all: readonly SourceText[]): readonly string[] {
  const [, program = '', name = ''] = COMMAND.exec(line) ?? []
  if (program === '' || SYSTEM.has(program)) return []
  return hasAny(all, `$ ${program}`) || hasAny(all, `\`${program}`) ? [`${program} ${name}`] : []
}

function installed(line: string): readonly string[] {
  const packages = INSTALL.exec(line)?.[1]?.split(/\s+/) ?? []
  return packages.filter((name) => /^@?[a-z]/i.test(name)).map((name) => /^@?[\w./-]+/.exec(name)?.[0] ?? name)
}

/** True for an object or a module that programs have anyway. */
function isOfLanguage(name: string): boolean {
  return OWN_OBJECTS.has(name.split('.', 1)[0] ?? '')
}

/** Names that a line imports, in Python from a module that sections tell of; and the told part of a package. */
function importedNames(line: string, all: readonly SourceText[]): readonly string[] {
  const namesIn = (list: string) => list.split(',').map((name) => name.trim().split(/\s/, 1)[0] ?? '')
  const [, module = '', taken = ''] = PYTHON_IMPORT.exec(line) ?? []
  if (module !== '') return hasAny(all, module.toLowerCase()) && !isOfLanguage(module) ? namesIn(taken) : []
  const [, names = '', from = ''] = IMPORT.exec(line) ?? []
  if (from === '' || from.startsWith('.')) return []
  const [whole] = /^(?:@[\w-]+\/)?[a-z][\w-]*\//.exec(from) ?? []
  const isPart = whole !== undefined && hasAny(all, whole)
  return [...namesIn(names), ...(isPart ? [from] : [])]
}
