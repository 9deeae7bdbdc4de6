/**
 * Lines of code that are there for a compiler -> the lines that readers see.
 *
 * Sources: hidden lines of rustdoc (https://doc.rust-lang.org/rustdoc/write-documentation/documentation-tests.html) and
 * mdBook (https://rust-lang.github.io/mdBook/format/mdbook.html); notations of Twoslash
 * (https://twoslash.netlify.app/refs/notations).
 */

const RUST = /^(?:rust|rs)$/i
/** `#`, `# use a;`; `##` is one `#`. Attributes (`#[a]`, `#![a]`) are shown. */
const RUST_LINE = /^(\s*)#(?:(#.*)|$|\s.*)$/
/** `python,hidelines=!!!` of mdBook. */
const HIDE_LINES = /(?:^|[\s,])hidelines=([^\s,}]{1,20})/
const TWOSLASH = /\s\{?twoslash\b/
const SCRIPT = /^(?:[cm]?[jt]sx?|javascript|typescript|vue|svelte)$/i
/** What no author writes for readers: code with it is Twoslash's, whatever its info string. */
const TWOSLASH_SIGN =
  /^[ \t]*\/\/[ \t]*(?:---cut(?:-(?:before|after|start|end))?---|@errors:[ \t]*\d|@noErrors\b|\^\?)/m
const CUT = /^\s*\/\/\s*---cut(?:-(before|after|start|end))?---\s*$/
/** `@strict: false`, `@errors: 2322`; `^?`, `^|` and `^^^` point at the line above. `@ts-ignore` is TypeScript's. */
const NOTATION = /^\s*\/\/\s*(?:@(?!filename\b)[A-Za-z]\w*(?::.*)?|\^[?|].*|\^+(?:\s.*)?)$/i

/** Hugo's shortcodes that are shown: a comment of C is inside their marks. */
const SHOWN_SHORTCODE = /(\{\{[<%])\/\*([^\n]{0,1000}?)\*\/([>%]\}\})/g
/** Code between tags that keep Liquid, Jinja and Nunjucks from reading it. */
const RAW = /^\s{0,99}\{%-?\s{0,9}raw\s{0,9}-?%\}\n?([^]*?)\n?\{%-?\s{0,9}endraw\s{0,9}-?%\}\s{0,99}$/

/** Code as readers see it in the notation of template languages. */
export function shownSource(source: string): string {
  const text = source.includes('{%') ? source.replace(RAW, '$1') : source
  return text.includes('/*') ? text.replace(SHOWN_SHORTCODE, '$1$2$3') : text
}

/** The lines of code with an info string as readers see them, null for each that they don't. Null: they see all. */
export function shownLines(
  source: string,
  { lang, info }: { readonly lang: string | null; readonly info: string },
): readonly (string | null)[] | null {
  const prefix = info.includes('hidelines=') ? HIDE_LINES.exec(info)?.[1] : undefined
  if (prefix !== undefined) return source.split('\n').map((line) => (line.trimStart().startsWith(prefix) ? null : line))
  if (lang === null) return null
  if (RUST.test(lang)) return source.includes('#') ? source.split('\n').map(shownRustLine) : null
  const isTwoslash = source.includes('//') && (TWOSLASH.test(info) || (SCRIPT.test(lang) && TWOSLASH_SIGN.test(source)))
  return isTwoslash ? withoutNotations(source.split('\n')) : null
}

function shownRustLine(line: string): string | null {
  const [hidden, indent = '', escaped] = RUST_LINE.exec(line) ?? []
  return hidden === undefined ? line : escaped === undefined ? null : indent + escaped
}

function withoutNotations(lines: readonly string[]): readonly (string | null)[] {
  const cuts = lines.map((line) => {
    const [cut, kind = 'before'] = CUT.exec(line) ?? []
    return cut === undefined ? null : kind
  })
  const start = cuts.lastIndexOf('before')
  const end = cuts.includes('after') ? cuts.indexOf('after') : lines.length
  let isCut = false
  return lines.map((line, index) => {
    const cut = cuts[index] ?? null
    if (cut !== null) isCut = cut === 'start'
    return isCut || cut !== null || index < start || index > end || NOTATION.test(line) ? null : line
  })
}
