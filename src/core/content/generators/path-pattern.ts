/**
 * Patterns of paths, as site generators are configured with them -> tests of paths. Each dialect is made an expression:
 * git-scm.com/docs/gitignore, github.com/micromatch/picomatch, docs.python.org/3/library/fnmatch, Sphinx' `matching.py`.
 *
 * No expression is slow: at each character its test is at all points that it can be at (Thompson's construction). What
 * Go, Python and JavaScript have in common is read. Anything else fits all texts that it may fit, and more.
 */

/** Patterns of one site; more are not read. */
export const MAX_PATTERNS = 2_000
/** UTF-16 units of a pattern; a longer one fits all paths. */
const MAX_LENGTH = 1_000

/**
 * The way in which a generator reads a pattern: a line of ignored paths; a glob with choices; Sphinx' own, in which `**`
 * is any text; the one of Python and Ruby, in which `*` is; that of Jekyll, which leaves out what begins with it, too;
 * that of Hugo, whose case counts nowhere; an expression, of Go from anywhere in the path, of Python from its start.
 */
export type PatternDialect = 'ignored' | 'glob' | 'sphinx' | 'fnmatch' | 'jekyll' | 'hugo' | 'go' | 'python'

/**
 * The dialect of a key's patterns; `options` for a list of which only the options of its items have patterns; `wanted`
 * for globs of the pages, those behind `!` without; `file` for a name that may be none; `collections` for a map of
 * these with the globs of their pages; `cascade` for what pages inherit, `languages` for what those of one do.
 */
export type ExclusionForm = PatternDialect | 'options' | 'wanted' | 'file' | 'collections' | 'cascade' | 'languages'

/** Paths that a pattern fits. Of several patterns that fit, the last counts. */
export interface PathPattern {
  readonly written: string
  /** What the pages are that it leaves out. */
  readonly reason: 'draft' | 'excluded'
  /** True for one that takes paths in again: `!a.md`. */
  readonly isNegated: boolean
  /** False for one that can't be read: it leaves out all paths that it may mean, and takes nothing in. */
  readonly isUnderstood: boolean
  readonly fits: (path: string) => boolean
}

/** Programs in Go compare the path on disk, of which this is known; any folder may be its start. */
const GO_ROOT = '/content/'
/** What the path of a page in Hugo lacks: older versions compare that of its file. */
const HUGO_LANGUAGE = /\.([a-z]{2}(?:-[a-z]{2,4})?)\.(?:md|markdown)$/i
const HUGO_ENDING = /(?:\/_?index)?(?:\.[a-z]{2}(?:-[a-z]{2,4})?)?\.(?:md|markdown)$/

/** Why patterns leave a path out; null for a path that stays. What is not published is not found either. */
export function exclusionOf(path: string, patterns: readonly PathPattern[]): PathPattern['reason'] | null {
  const reasons = ['draft', 'excluded'] as const
  return reasons.find((reason) => {
    return patterns.findLast((pattern) => pattern.reason === reason && pattern.fits(path))?.isNegated === false
  }) ?? null
}

/** The pattern of a line or text. */
export function pathPattern(line: string, dialect: PatternDialect): PathPattern {
  const isNegated = /^!(?!\()/.test(line) && ['ignored', 'glob', 'hugo'].includes(dialect)
  const { isUnderstood, fits } = createExpressionTest(expressionOf(isNegated ? line.slice(1) : line, dialect), dialect)
  const pathsOf = dialect === 'hugo' ? hugoPaths : (path: string) => [dialect === 'go' ? GO_ROOT + path : path]
  const fitsPath = (path: string) => (isUnderstood || !isNegated) && pathsOf(path).some(fits)
  return { written: line, reason: 'draft', isNegated, isUnderstood, fits: fitsPath }
}

/** The path of the file, that of its page, and that of newer versions, which has no spaces. */
function hugoPaths(path: string): readonly string[] {
  const file = `/${path.toLowerCase()}`
  const page = file.replace(HUGO_ENDING, '') || '/'
  return [file, page, page.replaceAll(' ', '-')]
}

/** Kinds of the pages of folders, below that of the site: gohugo.io/quick-reference/glossary/#page-kind */
const FOLDER_KINDS = ['/section', '/taxonomy', '/term']

/** Pages whose path from the root, kind and language fit these globs, null for all. */
export interface PageTarget {
  readonly path: string | null
  readonly kind: string | null
  readonly lang: string | null
}

/** The pages of Hugo that inherit, by their paths with a language: `guide/setup.en.md`. */
export function inheritingPages({ reason, path, kind, lang }: PageTarget & { readonly reason: string }): PathPattern {
  const ofPath = pathPattern(path ?? '**', 'hugo')
  const isOfKind = createGlobTest(`/${kind ?? '*'}`, 'hugo')
  const isOfLang = createGlobTest(`/${lang?.toLowerCase() ?? '*'}`, 'hugo')
  const fits = (file: string) => {
    const kinds = /^_index\./i.test(file) ? ['/home'] : /\/_index\./i.test(file) ? FOLDER_KINDS : ['/page']
    return ofPath.fits(file) && kinds.some(isOfKind) && isOfLang(`/${languageOf(file)}`)
  }
  return { ...ofPath, reason: reason === 'draft' ? reason : 'excluded', fits }
}

/** The language in the name of a file in Hugo, in small letters. */
export function languageOf(file: string): string {
  return HUGO_LANGUAGE.exec(file)?.[1]?.toLowerCase() ?? ''
}

/** The path with the language in its name. */
export function withLanguage(file: string, lang: string): string {
  return languageOf(file) === '' ? file.replace(/\.[^./]*$/, `.${lang}$&`) : file
}

/** The patterns in a text with one a line; of globs, none takes in again. */
export function ignoredPaths(text: string, dialect: PatternDialect = 'ignored'): PathPattern[] {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  const patterns = lines.slice(0, MAX_PATTERNS).map((line) => pathPattern(line, dialect))
  return patterns.filter(({ isNegated }) => dialect === 'ignored' || !isNegated)
}

/** A test of whole paths; no path fits a glob that can't be read. */
export function createGlobTest(glob: string, dialect: PatternDialect = 'ignored'): (path: string) => boolean {
  const { isUnderstood, fits } = createExpressionTest(globExpression(glob, dialect), dialect)
  return isUnderstood ? fits : () => false
}

/** An expression for whole paths. */
function expressionOf(pattern: string, dialect: PatternDialect): string {
  if (pattern.length > MAX_LENGTH) return UNREAD
  if (dialect === 'hugo') return globExpression(pattern.toLowerCase(), dialect)
  if (dialect === 'go') return `.*(?:${pattern}).*`
  if (dialect === 'python') return `(?:${pattern}).*`
  const isAnywhere = dialect === 'ignored' && !pattern.slice(0, -1).includes('/')
  const path = pattern.replace(/^(?:\.?\/)+|\/$/g, '')
  const ofStart = dialect === 'jekyll' ? `|${literal(path)}.*` : ''
  return `${isAnywhere ? '(?:.*/)?' : ''}(?:(?:${globExpression(path, dialect)})(?:/.*)?${ofStart})`
}

/** A text that isn't known, as an expression: look-ahead is not read. */
const UNREAD = '(?=).*'
/** Braces without a choice, which picomatch reads as they are. */
const PLAIN_BRACES = /(?<!\\)\{((?:(?!\.\.)[^{},\\])*)\}/g
/** `**` with the slashes that it stands for; marks of choices, sets, and characters that are what they are. */
const PIECE = new RegExp(
  /\/\*\*(?=\/|$)|(?<=^|\/)\*\*\/|[@?*+!]\(|\*+|\\[^]|\[[!^]?\]?(?:\[:\w+:\]|\\[^]|[^\]\\])*\]/.source +
    /|\{[^{},]*\.\.[^{},]*\}|[^]/.source,
  'g',
)

/** The expression for a glob. */
function globExpression(glob: string, dialect: PatternDialect): string {
  const hasChoices = dialect === 'glob' || dialect === 'hugo'
  // An expression in a glob, `(?:a)`, and `**` of choices have meanings of their own.
  if (glob.length > MAX_LENGTH || (hasChoices && /\(\?|\*\*\(/.test(glob))) return UNREAD
  const isText = dialect === 'fnmatch' || dialect === 'jekyll'
  /** The brackets that close those that are open, each with what they are in the expression. */
  const open: string[] = []
  /** The piece before. */
  let before = ''

  function read(piece: string): string {
    if (piece.length > 1 && piece.startsWith('[')) return readSet(piece)
    if (piece.includes('**')) return readDeep(piece)
    if (piece === '*') return isText ? '.*' : '[^/]*'
    // `(a|b)+`, `(a|b)?`, `[a-z]+`: the same as in an expression.
    const isRepeated = piece === '+' ? /^[^\\]*[\])}]$/.test(before) : piece === '?' && before === ')'
    if (hasChoices && isRepeated) return piece
    if (piece === '?') return isText ? '.' : '[^/]'
    if (piece.length > 1 && piece.startsWith('\\')) return literal(piece.slice(1))
    if (piece.length > 1 && !hasChoices) return [...piece].map(read).join('')
    return readBracket(piece)
  }

  /** The brackets of choices, what is between two, and characters. */
  function readBracket(piece: string): string {
    const closer = open.at(-1) ?? ''
    if (closer.startsWith(piece)) {
      open.pop()
      return closer.slice(1)
    }
    if (hasChoices && piece.length > 2) return UNREAD
    const mark = piece.slice(0, -1)
    if (hasChoices && piece === '{') open.push('})')
    else if (hasChoices && piece.endsWith('(')) open.push(`))${mark === '!' ? '.*' : mark === '@' ? '' : mark}`)
    else return hasChoices && piece === (closer === '})' ? ',' : '|') ? '|' : literal(piece)
    return mark === '!' ? '(?!' : '(?:'
  }

  /** A set of characters: `!` is `^` of expressions, which Python has as a character; picomatch means either by `!`. */
  function readSet(piece: string): string {
    if (piece.includes('[:') || (hasChoices && piece[1] === '!')) return '(?=)[^/]'
    const isNegated = piece[1] === '!' || (piece[1] === '^' && dialect !== 'fnmatch' && dialect !== 'sphinx')
    const chars = piece.slice(isNegated ? 2 : 1, -1).replace(/\\([^])|[\\\]^[]/g, (mark, escaped: string = mark) => {
      return /\w/.test(escaped) ? escaped : `\\${escaped}`
    })
    return `[${isNegated ? '^' : ''}${chars}]`
  }

  /** Any number of segments, where `**` is a whole one; else what `*` is, in Sphinx and Hugo any text. */
  function readDeep(piece: string): string {
    if (isText || dialect === 'sphinx') return piece.replace(/\*+/, '.*')
    return piece.startsWith('/') ? '(?:/.*)?' : piece.endsWith('/') ? '(?:.*/)?'
      : glob === piece || dialect === 'hugo' ? '.*' : '[^/]*'
  }

  const plain = hasChoices ? glob.replace(PLAIN_BRACES, '\\{$1\\}') : glob
  return (plain.match(PIECE) ?? []).map((piece) => {
    const part = read(piece)
    before = piece
    return part
  }).join('')
}

/** An expression for a text as it is. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** A set is one of at most 200 characters. */
const TOKEN = new RegExp(
  /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[pPN](?:\{\w{0,50}\}|[^])|\d+|[^])/.source +
    /|\[\^?\]?(?:\\[^]|\[:\^?\w{0,20}:\]|[^\]\\]){0,200}\]|\(\?[ims]+\)|\((?:\?(?:P?<\w+>|[ims]*:|<?[=!]))?/.source +
    /|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/.source,
  'g',
)
/** A token for one character; a set has no classes of POSIX or Unicode. */
const ESCAPED = /\\(?:[dDwWsSntrfv]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|[^a-zA-Z\d])/.source
const CHARACTER = new RegExp(`^(?:${ESCAPED}|[^\\\\[\\](){}*+?^$|]|\\[(?:${ESCAPED}|(?!\\[:)[^\\\\])*\\])$`)
const LITERAL = /^(?:[^.[\\]|\\[^a-z])$/i
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??$/

/** A point in an expression: what has to be at an offset of the text, and the points that follow. */
interface Point {
  readonly fits: (text: string, at: number) => boolean
  /** Number of characters that it takes. */
  readonly width: 0 | 1
  readonly next: Point[]
}

/** A part of an expression, from its first point to its last. */
type Part = readonly [first: Point, last: Point]

function pointOf(fits: Point['fits'] = () => true, width: Point['width'] = 0): Part {
  const point = { fits, width, next: [] }
  return [point, point]
}

function choiceOf(parts: readonly Part[]): Part {
  const [[start], [end]] = [pointOf(), pointOf()]
  for (const [first, last] of parts) {
    start.next.push(first)
    last.next.push(end)
  }
  return [start, end]
}

const isChar: Point['fits'] = (text, at) => at < text.length
const isWordChar = (char: string) => /\w/.test(char)
const isBorder: Point['fits'] = (text, at) => isWordChar(text.charAt(at - 1)) !== isWordChar(text.charAt(at))

/** What a place between two characters has to be, by its token. */
const PLACES = new Map<string, Point['fits']>([
  ['^', (_, at) => at === 0], ['\\A', (_, at) => at === 0],
  ...['$', '\\z', '\\Z'].map((token): [string, Point['fits']] => [token, (text, at) => at === text.length]),
  ['\\b', isBorder], ['\\B', (text, at) => !isBorder(text, at)],
])

/** The test of whole texts by an expression; of one that can't be read it fits all that the expression may fit. */
function createExpressionTest(expression: string, dialect: PatternDialect) {
  const tokens = expression.match(TOKEN) ?? []
  let at = 0
  let ignoresCase = false
  let isUnderstood = true
  /** False if not even the parts of the expression are known. */
  let isKnown = true

  function readChoice(): Part {
    const first = readSequence()
    const parts = [first]
    for (; tokens[at] === '|'; parts.push(readSequence())) at += 1
    return parts.length === 1 ? first : choiceOf(parts)
  }

  function readSequence(): Part {
    const start = pointOf()
    let [, end] = start
    while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') {
      const [first, last] = readQuantified(readAtom())
      end.next.push(first)
      end = last
    }
    return [start[0], end]
  }

  function readAtom(): Part {
    const token = tokens[at] ?? ''
    at += 1
    if (token.startsWith('(')) return readGroup(token)
    if (token === '^' && dialect === 'go') return pointOf((text, at) => at === 0 || text[at - 1] === '/')
    const place = PLACES.get(token)
    if (place !== undefined) return pointOf(place)
    const fits = CHARACTER.test(token) ? characterTest(token, ignoresCase) : null
    if (fits !== null) return pointOf(fits, 1)
    isUnderstood = false
    // A reference stands for a text, a class for a character; other marks are out of place.
    if (/^\\\d/.test(token)) return repeated(pointOf(isChar, 1), '*')
    isKnown &&= /^(?:\\[a-z]|\[.+\]$)/i.test(token)
    return pointOf(isChar, 1)
  }

  function readGroup(token: string): Part {
    // The rest of the expression, too: it fits more.
    ignoresCase ||= /^\(\?[ms]*i/.test(token)
    if (token.endsWith(')')) return pointOf()
    const inner = readChoice()
    isKnown &&= tokens[at] === ')'
    at += 1
    if (!/[=!]$/.test(token)) return inner
    isUnderstood = false
    return pointOf()
  }

  function readQuantified(part: Part): Part {
    const [token, count] = QUANTIFIER.exec(tokens[at] ?? '') ?? []
    if (token === undefined) return part
    at += 1
    isUnderstood &&= count === undefined
    return repeated(part, count === undefined ? token.charAt(0) : Number(count) === 0 ? '*' : '+')
  }

  function repeated(part: Part, mark: string): Part {
    const [start, end] = choiceOf([part])
    if (mark !== '+') start.next.push(end)
    if (mark !== '?') end.next.push(start)
    return [start, end]
  }

  const whole = choiceOf([readChoice()])
  isKnown &&= at >= tokens.length
  return { isUnderstood: isKnown && isUnderstood, fits: (text: string) => !isKnown || fitsText(whole, text) }
}

function fitsText([first, last]: Part, text: string): boolean {
  let reached = new Set([first])
  for (let at = 0; ; at += 1) {
    const after = new Set<Point>()
    // A set gives what is added to it on the way, too.
    for (const { fits, width, next } of reached) {
      if (fits(text, at)) for (const point of next) (width === 0 ? reached : after).add(point)
    }
    if (at === text.length || after.size === 0) return at === text.length && reached.has(last)
    reached = after
  }
}

/** The test of the character that a token means; null for a set that no program reads. */
function characterTest(token: string, ignoresCase: boolean): Point['fits'] | null {
  const only = token.slice(-1)
  if (!ignoresCase && LITERAL.test(token)) return (text, at) => text[at] === only
  if (token === '.') return isChar
  if (token === '[^/]') return (text, at) => at < text.length && text[at] !== '/'
  try {
    // A bracket that closes at once is one of the characters: `[]x]`.
    const pattern = new RegExp(`^${token.replace(/^(\[\^?)\]/, '$1\\]')}$`, ignoresCase ? 'is' : 's')
    return (text, at) => pattern.test(text.charAt(at))
  } catch {
    return null
  }
}
