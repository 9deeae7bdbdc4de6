/**
 * HTML of a Markdown library -> what is in it that a safe answer can't have. The
 * libraries write their own tags in one strict form, so that whatever else
 * starts with `<` is HTML that came through, and an attribute too many is one too.
 */

const TAG = /<(?:\/?([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*) ?\/?>|)/g
const ATTRIBUTE = / ([a-z-]+)(?:="([^"]*)")?/g

/** What Markdown makes; `input` is the box of a task. */
const ELEMENTS = new Set(
  'p a em strong del s code pre ul ol li blockquote h1 h2 h3 h4 h5 h6 hr br table thead tbody tr th td input'.split(' '),
)
const ATTRIBUTES = new Set(['class', 'align', 'style', 'type', 'checked', 'disabled', 'start'])

/** The first thing that should not be there, null where all is well. `urls` are the targets that links may have. */
export function findFault(html: string, urls: ReadonlySet<string>): string | null {
  for (const [tag, element, attributes = ''] of html.matchAll(TAG)) {
    if (element === undefined || !ELEMENTS.has(element)) return element === undefined ? 'stray <' : `<${element}>`
    for (const [attribute, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      if (name === 'href' && element === 'a' && urls.has(decode(value))) continue
      if (!ATTRIBUTES.has(name)) return `${attribute} in ${tag}`
    }
  }
  return null
}

function decode(value: string): string {
  return value.replaceAll('&amp;', '&').replaceAll('&#x26;', '&')
}
