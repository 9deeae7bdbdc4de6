/** The text of a Markdown page -> the ids that its author wrote, in whatever notation. */

/** Ids of one page that are read. */
const MAX_IDS = 10_000
/** `id="a"`, `name='a'` of tags; `{#a}` of attribute lists. */
const ID = /\b(?:id|name)=(?:\{\s*)?["']([^"'<>\s]{1,200})["']|\{:?[^{}\n]{0,80}#([^\s{}#]{1,200})/g
/** Content of other files: partials of MDX, includes of VitePress, MkDocs, Hugo and Jekyll. */
const PARTIAL = /^import\s[^\n]{1,400}\.mdx?["']|<!--\s*@include|^[ \t]*-{1,4}8<-{1,4}|\{%-?\s*include|\{\{[<%]\s*(?:include|readfile)/m

/** The ids, null for a page that has parts from other files. */
export function authorIds(body: string): string[] | null {
  if (PARTIAL.test(body)) return null
  const ids: string[] = []
  for (const [, attribute, listed] of body.matchAll(ID)) {
    ids.push(attribute ?? listed ?? '')
    if (ids.length === MAX_IDS) break
  }
  return ids
}
