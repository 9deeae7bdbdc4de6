/**
 * The elements that a section can have: a closed set, the same for Markdown, MDX and HTML. An element is a range of the
 * section's plain text; attributes hold what the text doesn't say.
 */

/** Lines of a code block, as ranges of line numbers from 1, both ends included; in order, without overlap. */
export type LineRanges = readonly (readonly [first: number, last: number])[]

/** A meaning that an author gives to lines of code: new, removed, worth a look. */
export type LineMark = 'inserted' | 'deleted' | 'marked'

/** The lines of a code block that have each mark. */
export type MarkedLines = Readonly<Record<LineMark, LineRanges>>

/** Lines with a mark, from `first` to `last`, numbered from 1. */
export interface LineSpan {
  readonly mark: LineMark
  readonly first: number
  readonly last: number
}

/** The lines that have each mark, up to the last line. */
export function markedLines(spans: readonly LineSpan[], lineCount: number): MarkedLines {
  const rangesOf = (mark: LineMark) => toRanges(spans.filter((one) => one.mark === mark), lineCount)
  return { inserted: rangesOf('inserted'), deleted: rangesOf('deleted'), marked: rangesOf('marked') }
}

function toRanges(lines: readonly LineSpan[], lineCount: number): LineRanges {
  const ranges: [number, number][] = []
  for (const { first, last } of lines.toSorted((a, b) => a.first - b.first)) {
    const [from, to] = [Math.max(1, first), Math.min(last, lineCount)]
    const previous = ranges.at(-1)
    if (to < from) continue
    if (previous !== undefined && from <= previous[1] + 1) previous[1] = Math.max(previous[1], to)
    else ranges.push([from, to])
  }
  return ranges
}

/** An element that a section begins in: in the section above it is open at the end. Absent: false. */
interface DividedStart {
  readonly isContinued?: true
}

/** An element of blocks, or a block of text. */
export type BlockStart =
  /** A heading that starts no section. `depth`: 1 to 6. */
  | { readonly type: 'heading'; readonly depth: number }
  /** `first`: number of the first item; null for bullets. */
  | { readonly type: 'list'; readonly first: number | null }
  /** `isDone`: the mark of a task; null for an item that is none. */
  | { readonly type: 'item'; readonly isDone: boolean | null }
  | { readonly type: 'definitions' }
  | { readonly type: 'term' }
  | { readonly type: 'definition' }
  | { readonly type: 'table' }
  | { readonly type: 'row'; readonly isHeader: boolean }
  | { readonly type: 'cell' }
  /** Lines as the author marked them; the text of the block is that of the source in any case. */
  | (MarkedLines & { readonly type: 'code'; readonly lang: string | null })
  /** Code or an image with its `title`. */
  | { readonly type: 'figure' }
  /** The title of the figure, callout or tab, or the summary of the details, that it opens. */
  | { readonly type: 'title' }
  | { readonly type: 'quote' }
  /** `kind`: `note`, `tip`, `warning` and so on, in lower case. */
  | (DividedStart & { readonly type: 'callout'; readonly kind: string })
  | (DividedStart & { readonly type: 'details' | 'tabs' | 'tab' })
  | { readonly type: 'footnote'; readonly label: string }

/** An element inside a paragraph, heading, title, term or cell. */
export type InlineStart =
  | { readonly type: 'emphasis' }
  | { readonly type: 'strong' }
  | { readonly type: 'deleted' }
  | { readonly type: 'inline-code' }
  /**
   * `href` is the address as the author wrote it until the site is resolved (`content/site`); `line`: the line of the
   * file, from 1, and 0 after that.
   */
  | { readonly type: 'link'; readonly href: string; readonly line: number }
  /** The text of an image is its alternative text. */
  | { readonly type: 'image'; readonly src: string }
  | { readonly type: 'footnote-reference'; readonly label: string }
  /** A place that links lead to by its id, without text; headings that start a section have their own. */
  | { readonly type: 'anchor'; readonly id: string }

/** The type and the attributes of an element. */
export type ElementStart = BlockStart | InlineStart

/** The name of an element. */
export type ElementType = ElementStart['type']

const INLINES: ReadonlySet<string> = new Set<InlineStart['type']>([
  'emphasis', 'strong', 'deleted', 'inline-code', 'link', 'image', 'footnote-reference', 'anchor',
])

/** True for elements inside a paragraph. */
export function isInline(type: ElementType | 'text' | 'paragraph'): boolean {
  return INLINES.has(type)
}

/** The same in the next section, if it goes on there below a heading; null for one that ends with its section. */
export function continuedStart(start: ElementStart): ElementStart | null {
  switch (start.type) {
    case 'callout': case 'details': case 'tabs': case 'tab': return { ...start, isContinued: true }
    default: return null
  }
}

/** Elements that hold text, inline elements and code; other blocks in them leave only their text. */
export const HOLDS_TEXT: ReadonlySet<ElementType> = new Set(['heading', 'title', 'term', 'cell', 'code'])

/** Elements that hold other elements only, and the element that text right inside them belongs to. */
export const ONLY_CHILD: Readonly<Partial<Record<ElementType, BlockStart>>> = {
  list: { type: 'item', isDone: null },
  definitions: { type: 'definition' },
  table: { type: 'row', isHeader: false },
  row: { type: 'cell' },
  tabs: { type: 'tab' },
}

/** Elements that exist only inside another one. */
export const ONLY_PARENT: Readonly<Partial<Record<ElementType, BlockStart>>> = {
  item: { type: 'list', first: null },
  term: { type: 'definitions' },
  definition: { type: 'definitions' },
  row: { type: 'table' },
  cell: { type: 'row', isHeader: false },
  tab: { type: 'tabs' },
}
