/** The HTML that adds the overlay to the pages of a built site, and its place in a page. */
import { createHtmlTokens, isRawText } from '../../../core/content.ts'
import { element } from '../html/html.ts'

const OVERLAY = 'ask-overlay'
/**
 * What makes a file a whole page, not a part for a script or a proof of ownership for another service: its doctype,
 * also where a minifier leaves out the tags that HTML allows to, or an element.
 */
const DOCTYPE = /^[^<]*<!doctype html/i
const PAGE_ELEMENTS = new Set(['html', 'head', 'body'])

/**
 * The offset of the last `</body>` of a page that is a tag, else that of its end; null for one that has an overlay, a
 * part of a page, and an encoding that ASCII can't be added to.
 */
function findBodyEnd(page: Buffer): number | null {
  // A character per byte in any encoding, so that offsets are the same in both; only line feeds are line breaks.
  const html = page.toString('latin1').replaceAll('\r', '\n')
  if (html.startsWith('\xff\xfe') || html.startsWith('\xfe\xff')) return null
  const tokens = createHtmlTokens(html)
  let offset = html.length
  let isDocument = DOCTYPE.test(html)
  /** Open elements of drawings and formulas, in which `title` and `style` hold markup. */
  let foreign = 0
  for (let token = tokens.next(); token !== null; token = tokens.next()) {
    if (token.type === 'text') continue
    const { type, name, at } = token
    const isForeign = name === 'svg' || name === 'math'
    if (type === 'close') {
      if (name === 'body') offset = at
      if (isForeign) foreign = Math.max(0, foreign - 1)
      continue
    }
    if (name === OVERLAY) return null
    isDocument ||= PAGE_ELEMENTS.has(name)
    if (isForeign && !token.isSelfClosing) foreign += 1
    else if (foreign === 0 && isRawText(name)) tokens.rawText(name)
  }
  return isDocument ? offset : null
}

/**
 * The overlay's script and element: the address of the folder with both and the index of a static site, ending with
 * `/`, that of a service that answers questions, and the selector of another search's buttons, null for none.
 */
export function formatOverlayTag(
  { index, endpoint, replaces }: { readonly index: string } & Readonly<Record<'endpoint' | 'replaces', string | null>>,
): string {
  const script = element('script', { type: 'module', src: `${index}overlay.js` })
  return script.markup + element(OVERLAY, { index, endpoint, trigger: 'corner', 'data-ask-replaces': replaces }).markup
}

/** The page with HTML at the end of its body; null for one that gets none. */
export function addOverlayTag(page: Buffer, html: string): Buffer | null {
  const at = findBodyEnd(page)
  return at === null ? null : Buffer.concat([page.subarray(0, at), Buffer.from(html), page.subarray(at)])
}
