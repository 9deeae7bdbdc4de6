/** The text of a Markdown page -> the ids that its author wrote, in whatever notation. */

/** Ids of one page that are read. */
const MAX_IDS = 10_000
/** Patterns with the signs that a page must have for one of them: most pages have none. */
type SignedPattern = readonly [signs: readonly string[], pattern: RegExp]

/** `id="a"`, `name='a'` of tags; `{#a}`, `{: #a}`, `{.b #a}` of attribute lists. */
const IDS: readonly SignedPattern[] = [
  [['id=', 'name='], /\b(?:id|name)=(?:\{\s*)?["']([^"'<>\s]{1,200})["']/g],
  [['{#', '{:', '{.', '{ #', '{ .'], /\{:?[^{}\n]{0,80}#([^\s{}#]{1,200})/g],
]
/** Content of other files: partials of MDX, includes of VitePress, MkDocs, Jekyll and Hugo, API pages of mkdocstrings. */
const PARTIALS: readonly SignedPattern[] = [
  [['.md"', ".md'", '.mdx"', ".mdx'"], /^import\s[^\n]{1,400}\.mdx?["']/m],
  [['@include'], /<!--\s*@include/],
  [[':::'], /^::: [ \t]*[A-Za-z]+(?:[._]\w+)+[ \t]*$/m],
  [['8<-'], /^[ \t]*-{1,4}8<-{1,4}/m],
  [['{%'], /\{%-?\s*include/],
  [['{{'], /\{\{[<%]\s*(?:include|readfile)/],
]

/** The ids, null for a page that has parts from other files. */
export function authorIds(body: string): string[] | null {
  if (PARTIALS.some((partial) => hasSign(body, partial) && partial[1].test(body))) return null
  const ids: string[] = []
  for (const signed of IDS) {
    for (const [, id = ''] of hasSign(body, signed) ? body.matchAll(signed[1]) : []) {
      if (ids.length < MAX_IDS) ids.push(id)
    }
  }
  return ids
}

function hasSign(body: string, [signs]: SignedPattern): boolean {
  return signs.some((sign) => body.includes(sign))
}
