/**
 * An address with parts that only a generator knows -> what it may mean. One with a quoted path stands for that path
 * (Hugo's `{{< ref "a.md" >}}`, Liquid's `{{ '/a' | relative_url }}`), any other for nothing or, with all before it, for
 * the prefix of the site: `/docs/{{version}}/a`.
 */
import { endsOf } from '../address.ts'

/** UTF-16 units of an address that is read; longer ones mean nothing. */
const MAX_LENGTH = 2000

const TEMPLATE = /\{\{[^]*?\}\}|\{%[^]*?%\}|<%[^]*?%>|\$\{[^]*?\}/g
const HAS_TEMPLATE = /\{[{%]|<%|\$\{/
/** `{{< ref path="a.md" >}}`, `{{ "/a" | absolute_url }}`, `{% link a.md %}`: the path is in the group that matches. */
const QUOTED_PATH = /^\{\{[<%]?-?\s*(?:\w+[\s(]+)?(?:path\s*=\s*)?(?:"([^"]*)"|'([^']*)')/
const BARE_PATH = /^\{\{[<%]\s*(?:rel)?ref\s+([^\s"'%<>]+)/
const LINK_TAG = /\{%-?\s*(?:link|post_url)\s/
const FILE_PATH = /^\{%-?\s*(link|post_url)\s+([^\s"'%{}]+)\s*-?%\}/
/** The root of a Docusaurus site: of its project, whose `static` folder is served there, or of its addresses. */
const SITE_ROOT = /^(?:@site\/(?:static\/)?|[\0-\x20]*pathname:\/*)/i
const MARK = '\0'
/** What an address can't have, or browsers leave out of it. */
const NO_ADDRESS = /[\0- \\]/
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const WEB = /^https?:\/\//i

/**
 * What an address with templates may mean, in order: the first that leads to a page counts. `isGuess`: false if the
 * first is the address, whether it leads to a page or not. Null for an address that stands as it is.
 */
export function readTemplateAddress(href: string): { candidates: readonly string[]; isGuess: boolean } | null {
  if (SITE_ROOT.test(href)) {
    const path = href.replace(SITE_ROOT, '/')
    return { candidates: [path, path.replace(/^\/[^/]*/, '')].filter(isAddress), isGuess: false }
  }
  if (!HAS_TEMPLATE.test(href)) return null
  // Of an address on another site nothing can be left out.
  const isUnread = href.length > MAX_LENGTH || SCHEME.test(href)
  const text = isUnread ? MARK : href.replace(TEMPLATE, pathIn)
  const isGuess = text.includes(MARK) || HAS_TEMPLATE.test(text)
  const after = text.slice(text.lastIndexOf(MARK) + 1)
  // Jekyll's paths start at its project, in which the folder of pages that is read may be one of several.
  const below = LINK_TAG.test(href) ? endsOf(after.slice(1)).map((end) => `/${end}`) : []
  if (!isGuess) return { candidates: isAddress(text) ? [text, ...below, `/${text}`] : [], isGuess }
  const removed = text.replace(/\0\/?/g, (mark, at) => (at === 0 ? mark.slice(1) : ''))
  return { candidates: [removed, ...(after.startsWith('/') ? [after] : []), ...below].filter(isAddress), isGuess }
}

/** The path that a template names, else a mark. */
function pathIn(template: string): string {
  const [, tag, file] = FILE_PATH.exec(template) ?? []
  if (file !== undefined) return tag === 'link' ? `/${file}` : `/_posts/${file}.md`
  const [, double, single] = QUOTED_PATH.exec(template) ?? []
  return double ?? single ?? BARE_PATH.exec(template)?.[1] ?? MARK
}

function isAddress(text: string): boolean {
  if (text === '' || NO_ADDRESS.test(text) || HAS_TEMPLATE.test(text)) return false
  return !SCHEME.test(text) || WEB.test(text)
}
