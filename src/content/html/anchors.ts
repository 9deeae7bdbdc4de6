/**
 * The ids of a page -> the anchor of each heading. An id may stand on the
 * heading, inside it, or on an element before it with no text between: a
 * section that starts with the heading, an empty `<a id>`. No two headings get
 * the same, since browsers open the first element that has it.
 */

/** Warnings of one page; a page that earns more has one fault many times. */
const MAX_WARNINGS = 20

export interface HtmlAnchors {
  /** An element with these ids begins. */
  readonly pass: (ids: readonly string[]) => void
  /** Text came that is no heading's: what was passed opens that text. */
  readonly settle: () => void
  /** The anchor of a heading whose start tag is at `at` and that has ids of its own; null for none that is free. */
  readonly claim: (ids: readonly string[], at: number) => { readonly anchor: string | null; readonly line: number }
  readonly warnings: readonly { readonly line: number; readonly message: string }[]
}

/** Offsets must come in ascending order. */
export function createHtmlAnchors(html: string): HtmlAnchors {
  const passed: string[] = []
  const taken = new Set<string>()
  const warnings: { line: number; message: string }[] = []
  const lineAt = createLineCounter(html)

  const pass = (ids: readonly string[]) => void passed.push(...ids)

  function settle(): void {
    passed.length = 0
  }

  function claim(ids: readonly string[], at: number) {
    const line = lineAt(at)
    // Of those before it, the nearest was written for it.
    const all = [...ids, ...passed.reverse()]
    const anchor = all.find((id) => !taken.has(id)) ?? null
    settle()
    if (anchor !== null) taken.add(anchor)
    else if (all.length > 0 && warnings.length < MAX_WARNINGS) {
      const message = `The id "${all[0]}" belongs to an earlier heading; the text joins the section above`
      warnings.push({ line, message })
    }
    return { anchor, line }
  }

  return { pass, settle, claim, warnings }
}

/** Line of an offset, from 1. */
function createLineCounter(text: string): (at: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return function lineAt(at) {
    while (next !== -1 && next < at) {
      line += 1
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}
