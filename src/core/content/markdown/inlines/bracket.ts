/**
 * Square brackets -> links, images and footnote references (CommonMark 6.3 and
 * 6.4, footnotes of GFM, cross-references of MkDocs). Titles go.
 */
import type { MarkdownDialect } from '../../generators/site-rules.ts'
import { matchAt } from '../../offset.ts'
import { labelOf, plainAddress } from '../generators/myst.ts'
import { endOfLabel, type LinkTarget, MAX_LABEL_LENGTH, normalizeLabel, readResource } from '../syntax/link.ts'
import { pairRuns } from './emphasis.ts'
import { readAttributeList } from '../syntax/tag.ts'
import { addText, type Bracket, type InlineState } from './inline-state.ts'

const CODE = /^`[^`]+`$/
const IDENTIFIER = /^[A-Za-z_][\w.-]{0,200}$/
const DOTTED_NAME = /^[A-Za-z_]\w{0,200}(?:\.[A-Za-z_]\w{0,200}){1,20}$/
/** A reference of code to a dotted name, as pages with cross-references of MkDocs have it. */
const CROSS_REFERENCE = /\[`[^`\n]{1,200}`\]\[[A-Za-z_]\w{0,200}(?:\.[A-Za-z_]\w{0,200}){1,20}\]/
/** An id, or a name in the inventory of another project: `dict`, `type hint`, `positional-only_parameter`. */
const FOREIGN_NAME = /^[A-Za-z_][\w .-]{0,100}$/
/** Before a bracket that is a subscript. */
const SUBSCRIPTED = /[\w)\]]/
const SPAN = /^\]\{[.#]/
const WIKIS: ReadonlySet<MarkdownDialect> = new Set(['retype', 'wiki', 'github-wiki'])
const WIKI_LINK = /!?\[\[([^[\]\n]{1,400})\]\]/y
const IMAGE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i
const IMAGE_SIZE = /^\d+(?:x\d+)?$/
const FOOTNOTE = /\[\^([^\]\s[]{1,200})\]/y

/** True for the text of a page with cross-references to objects of an API. */
export function hasCrossReferences(page: string): boolean {
  return page.includes('`][') && CROSS_REFERENCE.test(page)
}

/** Parses `[` or `![`. */
export function openBracket(state: InlineState, at: number, mark: '[' | '!['): number {
  const { brackets, inlines, runs } = state
  const from = at + mark.length
  const bracket: Bracket = {
    type: 'bracket', text: mark, start: null, from, line: state.lineAt(at), runsBefore: runs.length,
    hasBracketInside: false,
  }
  const outer = brackets.at(-1)
  if (outer !== undefined) outer.hasBracketInside = true
  inlines.push(bracket)
  brackets.push(bracket)
  return from
}

/** Parses `]` with the target after it; text if no link or image ends here. */
export function closeBracket(state: InlineState, at: number): number {
  const { brackets, inlines, runs } = state
  const open = brackets.pop()
  const isImage = open?.text === '!['
  const isLinkable = open !== undefined && (isImage || brackets.length >= state.unlinkable)
  state.unlinkable = Math.min(state.unlinkable, brackets.length)
  const target = isLinkable ? targetOf(state, at, open) ?? (isImage ? null : crossReferenceOf(state, at, open)) : null
  if (open === undefined || target === null) {
    // `[text]{.class}` of MDC, Pandoc and MyST, whose attributes go later.
    const isSpan = !isImage && SPAN.test(state.text.slice(at, at + 3)) && readAttributeList(state.text, at + 1) !== null
    if (isSpan && open !== undefined) open.text = ''
    else addText(state, ']')
    return at + 1
  }
  const { end } = target
  const isMyst = state.dialect === 'myst'
  const address = isMyst ? plainAddress(target.address) : target.address
  open.start = isImage ? { type: 'image', src: address } : { type: 'link', href: address, line: open.line }
  pairRuns(runs.splice(open.runsBefore))
  if (isMyst && !isImage && state.text.slice(open.from, at).trim() === '') addText(state, labelOf(address))
  inlines.push({ type: 'bracket-end', of: open.start.type })
  if (!isImage && !('isCrossReference' in target)) state.unlinkable = brackets.length
  return end
}

/** Parses `[^label]` of a known footnote, else null. */
export function parseFootnote({ text, inlines, footnotes }: InlineState, at: number): number | null {
  const label = footnoteAt(text, footnotes, at)
  if (label === null) return null
  inlines.push({ type: 'footnote', label })
  return FOOTNOTE.lastIndex
}

/** Parses `[[page#heading|text]]` and `![[image.png|300]]`, in GitHub's wikis `[[text|page]]`, else null. */
export function parseWikiLink({ text, dialect, inlines, lineAt }: InlineState, at: number): number | null {
  const content = WIKIS.has(dialect) ? matchAt(WIKI_LINK, text, at)?.[1] : undefined
  if (content === undefined) return null
  const parts = content.split('|').map((part) => part.trim())
  const [name = '', ...labels] = dialect === 'github-wiki' ? parts.toReversed() : parts
  if (IMAGE.test(name)) {
    const attributes = new Map([['src', name], ['alt', labels.find((label) => !IMAGE_SIZE.test(label)) ?? '']])
    inlines.push({ type: 'tag', tag: { name: 'img', element: 'img', kind: 'empty', attributes } })
  } else {
    const shown = labels[0] ?? name.replace(/^#|\.md(?=#|$)/g, '').replaceAll('#', ' > ')
    inlines.push({ type: 'autolink', text: shown, link: { type: 'link', href: `[[${name}]]`, line: lineAt(at) } })
  }
  return WIKI_LINK.lastIndex
}

/** The normalized label of the known footnote at `at`, which ends at `FOOTNOTE.lastIndex`; null for none. */
function footnoteAt(text: string, footnotes: ReadonlySet<string>, at: number): string | null {
  const label = normalizeLabel(matchAt(FOOTNOTE, text, at)?.[1] ?? '')
  return footnotes.has(label) ? label : null
}

/** The target of the link whose text ends at `at`; null if it is not a link. */
function targetOf(
  { text, references, footnotes }: InlineState,
  at: number,
  { from, hasBracketInside }: Bracket,
): LinkTarget | null {
  const resource = readResource(text, at + 1)
  if (resource !== null) return resource
  // `[semver][^1]` is a link and a footnote.
  const label = footnoteAt(text, footnotes, at + 1) === null ? endOfLabel(text, at + 1) : -1
  const [key, end] = label !== -1
    ? [text.slice(at + 2, label - 1), label]
    : [text.slice(from, at), text.startsWith('[]', at + 1) ? at + 3 : at + 1]
  if (label === -1 && (hasBracketInside || at - from > MAX_LABEL_LENGTH)) return null
  const address = references.get(normalizeLabel(key))
  return address === undefined ? null : { address, end }
}

/**
 * The target of an undefined reference to an object of the API, as in MkDocs with mkdocstrings:
 * `` [`Model`][acme.Model] ``, `` [`dict`][] ``, `[Model][acme.Model]`, and `[type hints][type hint]` on a page that
 * has the others. Only the site may know its address, by the id in brackets. Null for any other text, such as
 * `[Unreleased][v1.2.3]`.
 */
function crossReferenceOf(
  { text, crossReferences }: InlineState,
  at: number,
  { from, hasBracketInside }: Bracket,
): (LinkTarget & { readonly isCrossReference: true }) | null {
  // `items[i][item.id]` is code without backticks.
  if (hasBracketInside || SUBSCRIPTED.test(text.charAt(from - 2))) return null
  const words = text.slice(from, at)
  const isCode = CODE.test(words)
  const addressOf = (label: string) => (crossReferences === 'ids' ? `[${label}]` : '')
  if (text.startsWith('[]', at + 1)) {
    const isName = isCode || (crossReferences === 'code' ? DOTTED_NAME : FOREIGN_NAME).test(words)
    return isName ? { address: addressOf(words), end: at + 3, isCrossReference: true } : null
  }
  const end = endOfLabel(text, at + 1)
  if (end === -1) return null
  const label = text.slice(at + 2, end - 1)
  // `acme.models.Model`, but not `setup.md`.
  const isDeep = label.indexOf('.') < label.lastIndexOf('.')
  const isObject = isCode
    ? IDENTIFIER.test(label)
    : DOTTED_NAME.test(label) && (label.endsWith(`.${words}`) || isDeep)
  const isForeign = crossReferences !== 'code' && FOREIGN_NAME.test(label)
  return isObject || isForeign ? { address: addressOf(label), end, isCrossReference: true } : null
}
