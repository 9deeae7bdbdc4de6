/**
 * The text of a section, or of a question -> what statements are looked up in: its words and its numbers. Each is read
 * once, on demand.
 */
import { foldSpace } from '../../base/text.ts'
import { type Measures, measuresIn } from './quantity.ts'

/** The folder of a user, as shells write it. */
const HOME = /\$home\b|\$\{home\}|%userprofile%/g

/** A file or folder in a drawn tree: `│   └── name`, `|-- name`. */
const BRANCH = /^([ \t│|]*)(?:[├└]─{1,3}|[|`+]-{2,3})[ \t](\S+)/m

/** A path with places that a reader fills in: `/users/:id`, `/users/{id}`, `/users/<id>`, `?name=${name}`. */
const PLACE = /(?<=[/=])(?::[a-z]\w{0,40}|\$?\{[^\s{}]{1,40}\}|<[\w-]{1,40}>|\[[\w-]{1,40}\])/
const PATH_TEMPLATE = new RegExp(`/(?:[\\w./?=&-]{0,100}${PLACE.source}){1,8}[\\w./?=&-]{0,100}`, 'g')

/** A text that statements are looked up in. */
export type SourceText = ReturnType<typeof readSource>

/** Reads a text. */
export function readSource(text: string) {
  const known = new Map<string, boolean>()
  let folded: string | null = null
  let measures: Measures | null = null
  let templates: readonly RegExp[] | null = null
  const foldedOnce = () => (folded ??= fold([text, ...drawnPaths(text)].join(' ')))
  const isTemplated = (path: string) => {
    return (templates ??= templatesIn(foldedOnce())).some((template) => template.test(path))
  }
  return {
    /** True if it has these letters, also within a word. */
    mentions: (letters: string) => foldedOnce().includes(letters),
    measures: (): Measures => (measures ??= measuresIn(plain(text))),
    /** True if it has words as a whole, given in lower case with single spaces. */
    has(words: string): boolean {
      const has = known.get(words) ?? (hasWord(foldedOnce(), words) || (words.startsWith('/') && isTemplated(words)))
      known.set(words, has)
      return has
    },
  }
}

/** Expressions for the paths that templates stand for. */
function templatesIn(text: string): readonly RegExp[] {
  return Array.from(text.matchAll(PATH_TEMPLATE), ([template]) => {
    const parts = template.split(PLACE).map((part) => part.replace(/[^\w/]/g, '\\$&'))
    return new RegExp(`^${parts.join('[^/?&\\s]+')}$`)
  })
}

/** The paths of the files in trees of folders, below the line with the name of the root. */
function drawnPaths(text: string): readonly string[] {
  const paths: string[] = []
  let above: readonly { readonly depth: number; readonly name: string }[] = []
  for (const line of BRANCH.test(text) ? text.split('\n') : []) {
    const [, indent, branch] = BRANCH.exec(line) ?? []
    const [depth, name] = branch === undefined ? [-1, line.trim()] : [indent?.length ?? 0, branch]
    above = [...above.filter((each) => each.depth < depth), { depth, name: name.replace(/\/$/, '') }]
    if (branch !== undefined) paths.push(above.map((each) => each.name).join('/'))
  }
  return paths
}

/** Text without the escapes of Markdown, in lower case, with single spaces. */
export function fold(text: string): string {
  return foldCase(foldSpace(plain(text)))
}

/** Text in lower case, with one name for the folder of a user. */
export function foldCase(text: string): string {
  return text.toLowerCase().replace(HOME, '~')
}

/** Text without the escapes of Markdown. */
export function plain(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}

/** True if a text has the words as a whole: `--port` is not in `--port-range`. */
function hasWord(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const after = text.slice(at + words.length, at + words.length + 2)
    const isWhole = !/\w$/.test(words) || !/^(?:\w|-\w)/.test(after)
    if (isWhole && (!/^\w/.test(words) || !/\w$/.test(text.slice(Math.max(0, at - 1), at)))) return true
  }
  return false
}
