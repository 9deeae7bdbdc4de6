/**
 * Components in Markdown as Nuxt Content writes them (MDC): `::card{title="A"}` to `::` around blocks, with more colons
 * around other components, and `:badge[new]{color="info"}` in a sentence. Blocks are read this way only on pages that
 * have such a start and such an end: elsewhere `::name` is a directive without content. Sentences are read this way
 * only on these pages, and on those with a component of sentences alone on its line.
 */
import { parseYaml } from '../../frontmatter/yaml.ts'
import { atxHeading } from '../syntax/starts.ts'
import { readAttributes, type Tag } from '../syntax/tag.ts'
import { pairedStarts, unfencedLines } from './line-pairs.ts'

/** Lines of properties in YAML below the start of a component. */
const MAX_PROPS_LINES = 100

const ATTRIBUTES = /\{(?:[^{}"'\n]|"[^"\n]{0,400}"|'[^'\n]{0,400}'){0,400}\}/.source
const LABEL = /\[([^\][\n]{0,400})\]/.source
const NAME = /[A-Za-z][\w-]{0,60}/.source
const START = new RegExp(`^(:{2,})(${NAME})(?:${LABEL})?(${ATTRIBUTES})?$`)
const END = /^:{2,}$/
const HAS_START = new RegExp(`^[ \\t]*::${NAME}(?:${LABEL})?(?:${ATTRIBUTES})?[ \\t]*$`, 'm')
const HAS_END = /^[ \t]*::[ \t]*$/m
/** `#footer`: the content for a place of the component. */
const SLOT = /^#[A-Za-z][\w-]{0,60}(?:\{[^{}\n]{0,200}\})?$/
const PROPS_FENCE = /^[ \t]*---[ \t]*$/
const ATTRIBUTE = /(?::?[A-Za-z][\w-]*=(?:"[^"\n]{0,400}"|'[^'\n]{0,400}'|[^\s"'{}=]+)|[.#][A-Za-z!][\w!:./()[\]%,-]*)/.source
/** Braces in a sentence hold other text as well: `/users/:id{int}`. So the first attribute is no bare name. */
const FURTHER = `(?:[ \\t]+(?:${ATTRIBUTE}|[A-Za-z][\\w-]*)){0,100}`
const INLINE = `:(${NAME})(?:${LABEL})?(\\{[ \\t]*${ATTRIBUTE}${FURTHER}[ \\t]*\\})`
const INLINE_START = new RegExp(`^${INLINE}`)
const HAS_INLINE_LINE = new RegExp(`^[ \\t]*${INLINE}[ \\t]*$`, 'm')
/** UTF-16 units of a component in a sentence: its end is looked for at each colon. */
const MAX_INLINE = 400
/** The characters before a colon that is part of a word, a path or other syntax. */
const NO_BOUNDARY = /[\p{L}\p{N}_:/(]/u
/** At least one component of a page has only two colons; pages of other generators have three. */
const BLOCK_MARKS = '::'

/** The line that opens or ends a component. */
type ComponentLine =
  /** `marks`: the colons that end it, too. */
  | { readonly type: 'start'; readonly marks: string; readonly tag: Tag }
  | { readonly type: 'end'; readonly marks: string }
  | { readonly type: 'slot' }

/** The components of a page. */
export interface PageComponents {
  /** The marks of the starts of blocks that have an end, by the index of their line; empty without components. */
  readonly closed: ReadonlyMap<number, string>
  /** True if sentences may have components. */
  readonly isInInlines: boolean
}

/** Finds the components of a page, outside of fenced code. */
export function findComponents(page: string, lines: readonly string[]): PageComponents {
  const hasBlocks = page.includes('::') && HAS_END.test(page) && HAS_START.test(page)
  if (!hasBlocks && !HAS_INLINE_LINE.test(page)) return { closed: new Map(), isInInlines: false }
  const contents = unfencedLines(lines)
  const closed = pairedStarts(contents, (content) => {
    const line = content.startsWith(BLOCK_MARKS) ? componentLine(content) : null
    return line?.type === 'slot' ? null : line
  })
  if (new Set(closed.values()).has(BLOCK_MARKS)) return { closed, isInInlines: true }
  return { closed: new Map(), isInInlines: contents.some((content) => HAS_INLINE_LINE.test(content)) }
}

/** Parses `::card{title="A"}`, `::` and `#slot`; null for any other line. */
export function componentLine(text: string): ComponentLine | null {
  const line = text.trimEnd()
  if (END.test(line)) return { type: 'end', marks: line }
  if (SLOT.test(line)) return { type: 'slot' }
  const [, marks, name, label, attributes = ''] = START.exec(line) ?? []
  if (marks === undefined || name === undefined) return null
  return { type: 'start', marks, tag: tagOf(name, attributesOf(attributes, label)) }
}

/**
 * Parses the YAML between two lines `---` from the line `from` on. Lines that are no map, or hold a heading or end with
 * a blank line, are text between thematic breaks. `end`: the index of the line after them.
 */
export function readProps(
  lines: readonly string[],
  from: number,
): { readonly props: ReadonlyMap<string, string>; readonly end: number } {
  const none = { end: from, props: new Map<string, string>() }
  if (!PROPS_FENCE.test(lines[from] ?? '')) return none
  const length = lines.slice(from + 1, from + 1 + MAX_PROPS_LINES).findIndex((line) => PROPS_FENCE.test(line))
  const yaml = lines.slice(from + 1, from + 1 + Math.max(length, 0))
  if (yaml.length === 0 || yaml.at(-1)?.trim() === '') return none
  const { data, warnings } = parseYaml(yaml.join('\n'), 1)
  if (data.size === 0 || warnings.length > 0 || yaml.some((line) => atxHeading(line.trim()) !== null)) return none
  const props = new Map<string, string>()
  for (const [key, value] of data) if (typeof value === 'string') props.set(key, value)
  return { end: from + yaml.length + 2, props }
}

/** Parses `:badge[new]{color="info"}` at `at`: text in brackets, tag, offset after it; null for any other text. */
export function inlineComponent(
  text: string,
  at: number,
): { readonly label: string | null; readonly tag: Tag; readonly end: number } | null {
  if (NO_BOUNDARY.test(text.charAt(at - 1))) return null
  const [source, name = '', label, braces] = INLINE_START.exec(text.slice(at, at + MAX_INLINE)) ?? []
  if (source === undefined || braces === undefined) return null
  return { label: label ?? null, tag: { ...tagOf(name, attributesOf(braces)), kind: 'empty' }, end: at + source.length }
}

/** The start tag with other attributes after its own. */
export function withProps(tag: Tag, props: ReadonlyMap<string, string>): Tag {
  return tagOf(tag.name, new Map([...tag.attributes, ...props]))
}

/** A component leads to its `to`. */
function tagOf(name: string, attributes: ReadonlyMap<string, string>): Tag {
  const to = attributes.get('to')
  const linked = to === undefined ? attributes : new Map([...attributes, ['href', to]])
  return { name, element: null, kind: 'open', attributes: linked }
}

function attributesOf(braces: string, label?: string): Map<string, string> {
  const attributes = new Map(readAttributes(braces.slice(1, -1)))
  if (label !== undefined && !attributes.has('label')) attributes.set('label', label)
  return attributes
}
