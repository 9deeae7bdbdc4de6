/** The text of a Markdown page -> the ids that its author wrote, in whatever notation. */

/** Ids of one page that are read. */
const MAX_IDS = 10_000
/** `id="a"`, `name='a'` of tags; `{#a}` of attribute lists. */
const ATTRIBUTE = /\b(?:id|name)=(?:\{\s*)?["']([^"'<>\s]{1,200})["']/g
const LISTED = /\{:?[^{}\n]{0,80}#([^\s{}#]{1,200})/g
/** Content of other files: partials of MDX, includes of VitePress, MkDocs, Jekyll and Hugo, each with a sign of it. */
const PARTIALS: readonly (readonly [sign: string, pattern: RegExp])[] = [
  ['import ', /^import\s[^\n]{1,400}\.mdx?["']/m],
  ['@include', /<!--\s*@include/],
  ['8<-', /^[ \t]*-{1,4}8<-{1,4}/m],
  ['{%', /\{%-?\s*include/],
  ['{{', /\{\{[<%]\s*(?:include|readfile)/],
]

/** The ids, null for a page that has parts from other files. */
export function authorIds(body: string): string[] | null {
  if (PARTIALS.some(([sign, pattern]) => body.includes(sign) && pattern.test(body))) return null
  const ids: string[] = []
  for (const pattern of [ATTRIBUTE, LISTED]) {
    for (const [, id = ''] of body.matchAll(pattern)) {
      if (ids.length < MAX_IDS) ids.push(id)
    }
  }
  return ids
}
