/**
 * `<` -> autolinks, comments and tags (CommonMark 6.5 and 6.6, JSX in MDX).
 */
import { endMarkOfDeclaration } from '../syntax/html-block.ts'
import { endOfHtmlTag, readTag } from '../syntax/tag.ts'
import { endOfFlow } from './brace.ts'
import { addText, lineOf, type InlineState } from './inline-state.ts'

const AUTOLINK = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+)>/y
const ADDRESS_SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/
/** Elements whose content is not text of the page, and the tag that ends each. */
const SKIPPED_ELEMENTS: ReadonlyMap<string, RegExp> = new Map(
  ['script', 'style', 'template', 'svg'].map((name) => [name, new RegExp(`</${name}\\s*>`, 'gi')]),
)
const PRE_END = /<\/pre\s*>/gi

/** Parses the autolink, comment or tag at `at`; any other `<` is text. */
export function parseAngleBracket(state: InlineState, at: number): number {
  const { text, inlines, isMdx, budget } = state
  AUTOLINK.lastIndex = at
  const address = AUTOLINK.exec(text)?.[1]
  if (address !== undefined) {
    const end = AUTOLINK.lastIndex
    const href = ADDRESS_SCHEME.test(address) ? address : `mailto:${address}`
    inlines.push({ type: 'autolink', text: address, link: { type: 'link', href, line: lineOf(state, at) } })
    return end
  }
  if (text[at + 1] === '!' || text[at + 1] === '?') return skipDeclaration(state, at)
  const end = isMdx ? endOfFlow(state, at) : endOfHtmlTag(text, at, budget)
  if (end === -1) {
    addText(state, '<')
    return at + 1
  }
  const tag = readTag(text.slice(at, end))
  inlines.push({ type: 'tag', tag })
  return tag.kind === 'open' && tag.element !== null ? skipContent(state, end, tag.element) : end
}

/** Skips a comment, instruction or declaration, which is not text. */
function skipDeclaration(state: InlineState, at: number): number {
  const endMark = endMarkOfDeclaration(state.text, at)
  // From the second hyphen on, because `<!-->` is a whole comment.
  const end = endMark === null ? -1 : state.budget.indexOf(state.text, endMark, at + 2)
  if (endMark !== null && end !== -1) return end + endMark.length
  addText(state, '<')
  return at + 1
}

/** Skips the content of an element and its end tag if it is not Markdown; `from` if it is. */
function skipContent({ text, inlines, budget }: InlineState, from: number, name: string): number {
  const endTag = name === 'pre' ? PRE_END : SKIPPED_ELEMENTS.get(name)
  if (endTag === undefined || budget.isSpent()) return from
  endTag.lastIndex = from
  const match = endTag.exec(text)
  if (match === null) {
    budget.consume(text.length - from)
    return name === 'pre' ? from : text.length
  }
  if (name === 'pre') inlines.push({ type: 'pre', text: text.slice(from, match.index) })
  inlines.push({ type: 'tag', tag: readTag(match[0]) })
  return endTag.lastIndex
}
