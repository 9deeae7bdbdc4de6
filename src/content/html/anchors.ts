/**
 * The ids of a page -> the anchor of each heading. The id may be that of the
 * heading, of an element inside it, or of an element above it with no text
 * between: a section that starts with the heading, an empty `<a id>`. No two
 * headings get the same, because browsers open the first element that has it.
 */

/** Warnings of one page; a page with more has one fault many times. */
const MAX_WARNINGS = 20

/** The ids of a page that anchors are chosen from. */
export interface HtmlAnchors {
  /** Adds the ids of an element that begins. */
  readonly addCandidates: (ids: readonly string[]) => void
  /** Drops the ids added so far: they belong to the text that follows, not to the next heading. */
  readonly clearCandidates: () => void
  /** Anchor and line of a heading with these ids whose start tag is at `at`; null if each id is taken. */
  readonly claim: (ids: readonly string[], at: number) => { readonly anchor: string | null; readonly line: number }
  readonly warnings: readonly { readonly line: number; readonly message: string }[]
}

/** The anchors of one page; `lineAt` gives the line of an offset. Offsets must come in ascending order. */
export function createHtmlAnchors(lineAt: (at: number) => number): HtmlAnchors {
  const candidates: string[] = []
  const taken = new Set<string>()
  const warnings: { line: number; message: string }[] = []

  const addCandidates = (ids: readonly string[]) => void candidates.push(...ids)

  function clearCandidates(): void {
    candidates.length = 0
  }

  function claim(ids: readonly string[], at: number) {
    const line = lineAt(at)
    // Of the ids above the heading, the nearest was written for it.
    const all = [...ids, ...candidates.reverse()]
    const anchor = all.find((id) => !taken.has(id)) ?? null
    clearCandidates()
    if (anchor !== null) taken.add(anchor)
    else if (all.length > 0 && warnings.length < MAX_WARNINGS) {
      const message = `The id "${all[0]}" belongs to an earlier heading; the text joins the section above`
      warnings.push({ line, message })
    }
    return { anchor, line }
  }

  return { addCandidates, clearCandidates, claim, warnings }
}
