/**
 * Components in Markdown as Nuxt Content writes them (MDC): `::card{title="A"}` to `::` around blocks, with more colons
 * around other components, and `:badge[new]{color="info"}` in a sentence. Blocks are read this way only on pages that
 * have such a start and such an end: elsewhere `::name` is a directive without content.
 */
import { parseYaml } from '../../frontmatter/yaml.ts'
import { readAttributes, type Tag } from '../syntax/tag.ts'

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
const INLINE = new RegExp(`^:(${NAME})(?:${LABEL})?(${ATTRIBUTES})`)
/** UTF-16 units of a component in a sentence: its end is looked for at each colon. */
const MAX_INLINE = 400
const WORD_OR_COLON = /[\w:]/

/** The line that opens or ends a component. */
export type ComponentLine =
  /** `marks`: the colons that end it, too. */
  | { readonly type: 'start'; readonly marks: string; readonly tag: Tag }
  | { readonly type: 'end'; readonly marks: string }
  | { readonly type: 'slot' }

/** Properties of a component on lines of their own. */
interface Props {
  readonly props: ReadonlyMap<string, string>
  /** Index of the line after them. */
  readonly end: number
}

/** A component in a sentence. */
export interface InlineComponent {
  /** The text in brackets, null without. */
  readonly label: string | null
  readonly tag: Tag
  /** Offset after it. */
  readonly end: number
}

/** True for the text of a page with components around blocks. */
export function hasComponents(page: string): boolean {
  return page.includes('::') && HAS_END.test(page) && HAS_START.test(page)
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

/** Parses the YAML between two lines `---` from the line `from` on; without such lines there are no properties. */
export function readProps(lines: readonly string[], from: number): Props {
  const props = new Map<string, string>()
  if (!PROPS_FENCE.test(lines[from] ?? '')) return { end: from, props }
  const length = lines.slice(from + 1, from + 1 + MAX_PROPS_LINES).findIndex((line) => PROPS_FENCE.test(line))
  if (length === -1) return { end: from, props }
  const yaml = lines.slice(from + 1, from + 1 + length).join('\n')
  for (const [key, value] of parseYaml(yaml, 1).data) if (typeof value === 'string') props.set(key, value)
  return { end: from + length + 2, props }
}

/** Parses `:badge[new]{color="info"}` at `at`; null for any other text. */
export function inlineComponent(text: string, at: number): InlineComponent | null {
  if (WORD_OR_COLON.test(text.charAt(at - 1))) return null
  const [source, name = '', label, braces] = INLINE.exec(text.slice(at, at + MAX_INLINE)) ?? []
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
