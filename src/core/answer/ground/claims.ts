/**
 * What a sentence states -> claims that can be looked up: code spans, flags, paths, versions, numbers with their units
 * and names of programs; and whether a text has one of them.
 */
import { foldSpace } from '../../base/text.ts'
import { ARTICLE, hasQuantity, isGivenAs, quantitiesIn, type Quantity } from './quantity.ts'
import { foldCase, type SourceText } from './sections.ts'
import { CITED, ITEM, SPAN } from './units.ts'

/** UTF-16 units of a code span that is checked. */
export const MAX_SPAN = 200
/** A code span that is a number. */
export const NUMBER = /^\d[\d.,_]*$/
export const FLAG = /(?<![\w-])--[A-Za-z][\w.-]*\w/g
const VERSION = /(?<![\w.-])v?\d+\.\d+\.\d+(?:\.\d+)*(?![\w-]|\.\d)|(?<![\w.-])v\d+(?:\.\d+)*(?![\w-]|\.\d)/g
/** A path has a mark that two words with a slash between them don't have; `</b>` is a tag. */
const PATH = /(?<![\w/.@<-])(?=[^\s]{0,100}[._\d]|\/|[\w-]+\/[\w-]+\/)[@.\w-]*(?:\/[@\w.[\]-]+)+\/?/g
/** `getPort`, `max_port`: a name of a program, not of a product. */
const IDENTIFIER = /(?<![\w.])(?:[a-z]+[A-Z]\w*|\w+_\w+)(?![\w])/g
/** Products and units that look like one. */
const PRODUCTS: ReadonlySet<string> = new Set(['kB', 'iOS', 'iPadOS', 'macOS', 'tvOS', 'watchOS', 'iPad', 'iPhone', 'jQuery'])
/** Code that may be anything: a letter or two, or signs. */
export const SHORT = /^(?:[a-z]{1,2}|[^\p{L}\p{N}]*)$/iu
/** Values that every configuration has. */
export const COMMON =
  /^(?:true|false|null|undefined|none|yes|no|on|off|string|number|boolean|object|array|https?:\/\/)$/i
/** Languages of code whose lines `key: value` are options. */
export const CONFIGURATION = /^(?:ya?ml|toml|ini|properties|conf|env|dotenv)$/i
/** Hosts of examples, of this machine and of private networks (RFC 1918). */
export const EXAMPLE = new RegExp(
  '(?:^|[./@])(?:localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0|10(?:\\.\\d+){3}|192\\.168(?:\\.\\d+){2}|' +
    '(?:example|acme)(?:\\.\\w+)?|(?:your|my)[\\w.-]{0,60})(?![^:/])' +
    '|[<>{}]|\\$(?!env\\.)',
  'i',
)

/** What runs a program of a package, which people choose. */
const RUNNER = /^(?:npx|bunx|npm exec|pnpm (?:dlx|exec)|yarn dlx|sudo|uv run|poetry run|python3? -m) (?=\S)/

/** Several places that a program fills in, whose order and signs count. */
const TEMPLATE = /^[^\s/{}]*\{[^\s{}/]+\}[^\s/{}]*\{[^\s{}/]+\}[^\s/]*$/

/** What a reader chooses: strings of a call and with spaces, values of variables, `<name>`; not the words of a program. */
const ARGUMENT = new RegExp([
  /(?<=[([,]\s?)(?:"[^"]*"|'[^']*')(?!\s?:)/,
  /(?<=[=:]\s?)(?:"(?![a-z][a-z0-9_-]*")[^"]*"|'(?![a-z][a-z0-9_-]*')[^']*')/,
  /(?<=(?:^|\s)[A-Z][A-Z\d_]+=)\S+/,
  /(?<=\s)(?:"(?=[^"\s]*\s)[^"]*"|'(?=[^'\s]*\s)[^']*')/,
  /(?<=\s)<[^<>\s]+>/,
].map(({ source }) => source).join('|'), 'g')
const WORD = /(?<![\w@$./#-])[\w@$./#-]*[\p{L}\p{N}][\w@$./#-]*/gu
/** A flag, a call, or a variable that is set. */
const GIVES_NUMBERS = /(?:^|\s)--?[a-z]|\w\(|(?:^|\s)[a-z]+_[a-z_]+\s?=/
const FILE_NAME = /^[\w-]+\.[a-z]\w{0,8}$/
/** Programs of a system, which take names for commands, and are known to all. */
export const SYSTEM: ReadonlySet<string> = new Set((
  'apt brew bun bunx cargo cat cd cp curl deno docker echo export git go kubectl ls mkdir mv node npm npx php pip ' +
  'pnpm python python3 rm ruby source sudo touch wget yarn'
).split(' '))
/** An address among the words of a command. */
const ADDRESS = /(?<=\s["']?)https?:\/\/[^\s"'`<>]+/g
/** Folders that systems have. */
const SYSTEM_FOLDER = /^(?:bin|data|etc|home|lib|mnt|opt|root|srv|src|tmp|users|usr|var)$/

/** Something that a sentence states. */
export interface Claim {
  readonly text: string
  readonly at: number
  readonly type: 'code' | 'name' | 'quantity'
  /** Null for anything but a quantity. */
  readonly quantity: Quantity | null
}

/** The claims of a sentence, in its order; `spans` are the code spans by the number of their mark. */
export function claimsIn(sentence: string, spans: readonly string[]): readonly Claim[] {
  const claims: Claim[] = []
  const add = (text: string, at: number, type: Claim['type'], quantity: Quantity | null = null) => {
    claims.push({ text, at, type, quantity })
  }
  for (const { index, 1: number } of sentence.matchAll(SPAN)) {
    const code = spans[Number(number)] ?? ''
    if (code.length <= MAX_SPAN) add(code, index, 'code')
  }
  const blank = (found: string) => ' '.repeat(found.length)
  let rest = sentence.replace(SPAN, blank).replace(CITED, blank)
  for (const pattern of [FLAG, PATH, VERSION]) {
    for (const { 0: found, index } of rest.matchAll(pattern)) {
      if (found.length <= MAX_SPAN) add(found.replace(/(?<!\.)\.+$/, ''), index, 'code')
    }
    rest = rest.replace(pattern, blank)
  }
  for (const quantity of quantitiesIn(rest.replace(ITEM, blank))) {
    const { text, at, dimension } = quantity
    if (!ARTICLE.test(text) && (dimension !== 'clock' || /\d/.test(text))) add(text, at, 'quantity', quantity)
  }
  for (const { 0: found, index } of rest.matchAll(IDENTIFIER)) if (!PRODUCTS.has(found)) add(found, index, 'name')
  return claims.sort((a, b) => a.at - b.at)
}

/**
 * True if one of the sources has what is claimed. Of a command, a setting or an address, the question may have some
 * words and numbers.
 */
export function holds(
  sources: readonly SourceText[],
  claim: Claim,
  question: SourceText | null = null,
): boolean {
  const { text, quantity } = claim
  if (quantity !== null) return sources.some(({ measures }) => hasQuantity(measures(), quantity))
  const folded = foldCase(foldSpace(text))
  // `v22.18` and `22.18` are one version.
  const bare = folded.replace(/^v(?=\d+\.\d)/, '')
  const isVersion = /^\d+\.\d/.test(bare)
  // A prefix `/64` is a size of 64, `--max-size` the flag for a setting `max-size`, and `[server]` the table `server`.
  const name = folded.replace(/^(?:\/(?=\d+$)|--(?=\w+-\w))/, '').replace(/^\[([\w.-]+)\]$/, '$1')
  const forms = isVersion ? [bare, `v${bare}`] : [folded, name]
  if (forms.some((form) => hasAny(sources, form))) return true
  // `build.target` of nested keys, `job.run()` and `job.isDone?` of an object, and `sleep(1)` where `sleep(2)` stands.
  const [, dotted = '', called = ''] = /^([\w-]+(?:\.[\w-]+)*)(\([^()]*\)|\?)?$/.exec(folded) ?? []
  const keys = dotted.split('.')
  const isKey = (key: string) => {
    return isCode(sources, key) || ['?:', ':', ' =', '('].some((sign) => hasAny(sources, key + sign))
  }
  const method = `${keys.at(-1)}${called === '?' ? '?' : ''}`
  const isMethod = called !== '' && isKey(method) && keys.every((key) => hasAny(sources, key))
  if (isMethod || (keys.length > 1 && keys.every(isKey))) return true
  // `server.port: 80` of nested keys.
  const [, outer = '', setting] = /^([\w-]+)\.([\w-]+: .*)$/s.exec(folded) ?? []
  if (setting !== undefined && hasAny(sources, setting) && hasAny(sources, `${outer}:`)) return true
  // `<style>` with attributes.
  const tag = /^<[a-z][\w-]*(?=\s?\/?>$)/.exec(folded)?.[0]
  if (tag !== undefined && hasAny(sources, `${tag} `)) return true
  const [, host = '', port = '', path = ''] = /^\w+:\/\/([^\s/:]+)(?::(\d+))?(.*)$/s.exec(folded) ?? []
  // Of this machine, of hosts of examples and of those of the reader, port and path count.
  if (host !== '') {
    const isExample = EXAMPLE.test(host)
    const isOwn = path !== '' && question?.has(host) === true
    const parts = [port, path.replace(/(?<!\/)\/+$/, '')].filter((part) => part !== '')
    const isTold = (part: string) => {
      const isAsked = (isExample || part === port) && question?.has(part) === true
      return isAsked || (part === port ? holdsWord : hasAny)(sources, part)
    }
    return (isExample || isOwn) && parts.every(isTold)
  }
  const addresses = text.match(ADDRESS) ?? []
  return addresses.every((each) => holds(sources, { ...claim, text: each }, question)) &&
    holdsWords(sources, foldSpace(text.replace(ADDRESS, 'localhost')), question)
}

/**
 * True if the sources have the words of a command, a call or a setting one by one: a setting may stand in a table. What
 * a command or a call is given is the reader's to choose: strings, numbers, names of files.
 */
function holdsWords(sources: readonly SourceText[], code: string, question: SourceText | null): boolean {
  if (TEMPLATE.test(code)) return false
  // What runs a command may be told elsewhere: `php artisan cache:clear`.
  const folded = foldCase(code)
  const run = folded.replace(RUNNER, '')
  const command = /^[a-z]+ (?:[a-z]+ )?(?=[a-z]+[:.-])(.*)/.exec(run)?.[1] ?? run
  if (command !== folded && hasAny(sources, command)) return true
  const isOwn = (word: string) => question !== null && isOwnPath(word, sources, question)
  const isAsked = (word: string) => {
    if (question === null) return false
    if (question.has(word)) return true
    // `200_000`, and `50m` for 50 MB.
    const [, digits = ''] = /^(\d[\d_]*)[a-z]{0,2}$/.exec(word) ?? []
    const number = digits.replaceAll('_', '')
    return number !== '' && (question.measures().numbers.has(number) || isGivenAs(question.measures(), number))
  }
  const names = code.replace(ARGUMENT, ' ')
  const words = foldCase(names).replace(RUNNER, '').match(WORD) ?? []
  // A reader chooses the numbers of a command that has a flag, and of a call.
  const isFree = GIVES_NUMBERS.test(folded)
  const hasNumber = (word: string) => /^\d+$/.test(word) && sources.some(({ measures }) => measures().numbers.has(word))
  if (words.length < 2 && run === folded && names === code) return words.some(isOwn)
  // Of a program that they tell of, the sources have its commands, whatever the question says.
  const [program = ''] = words
  const begin = words.slice(0, 2).join(' ')
  const isTold = /^[a-z]+ [a-z]+$/.test(begin) && ` ${run}`.includes(` ${begin}`) && !SYSTEM.has(program) &&
    hasAny(sources, program)
  return words.every((word, at) => {
    if (isCode(sources, word)) return true
    if (at === 1 && isTold && !hasAny(sources, begin)) return false
    // `curl -X`
    if (/^-[a-z]$/.test(word) && SYSTEM.has(program)) return true
    if (word.length < 2 || COMMON.test(word) || EXAMPLE.test(word) || isAsked(word) || isOwn(word)) return true
    if ((/^\d[\w.]*$/.test(word) && isFree) || hasNumber(word) || (at > 0 && FILE_NAME.test(word))) return true
    return holdsWord(sources, word)
  })
}

/** True for a path or a host of which only the question has a part, and the sources or each system the others. */
export function isOwnPath(path: string, sources: readonly SourceText[], question: SourceText): boolean {
  const parts = path.split(/[/,:]|\.(?=[\w-]+\.[a-z]+(?::\d+)?$)/)
  const others = parts.filter((part) => part !== '' && !holdsWord(sources, part))
  return others.some(question.has) && others.every((part) => question.has(part) || SYSTEM_FOLDER.test(part))
}

function holdsWord(sources: readonly SourceText[], word: string): boolean {
  const bare = word.replace(/^[.#/]+|(?<![./#:-])[./#:-]+$/g, '')
  return bare === '' || hasAny(sources, bare)
}

/** True if one of the sources has a word that is code of its own: the names of commands in a list. */
function isCode(sources: readonly SourceText[], word: string): boolean {
  return hasAny(sources, `\`${word}\``)
}

/** True if one of the sources has words as a whole. */
export function hasAny(sources: readonly SourceText[], words: string): boolean {
  return sources.some(({ has }) => has(words))
}
