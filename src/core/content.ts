/** What add-ons use of content: pages, sections, their structure and addresses. */
export { type ContentFormat, formatOf, slugOrderKey } from './content/address.ts'
export { type Chunk, chunkPages } from './content/chunk.ts'
export { readFrontmatter } from './content/frontmatter/frontmatter.ts'
export { readPageFields } from './content/frontmatter/page-fields.ts'
export { parseToml } from './content/frontmatter/toml.ts'
export { type FrontMap, type FrontValue, MAX_VALUE_DEPTH } from './content/frontmatter/value.ts'
export { parseYaml } from './content/frontmatter/yaml.ts'
export { type Profile, profileNamed, PROFILES, type SourceGenerator } from './content/generators/profile.ts'
export { decodeAddress } from './content/generators/source-address.ts'
export { contentHash } from './content/hash.ts'
export { createHtmlTokens } from './content/html/tokens.ts'
export { isRawText } from './content/html/tree.ts'
export { stripInvisible } from './content/invisible.ts'
export { addressMarkdown, formatPage, type MarkdownPage } from './content/page-markdown.ts'
export { isWeight } from './content/page-weight.ts'
export type { Page, Section, SourceFile, Warning } from './content/page.ts'
export type { PublicationSettings, ScopeSettings, TitleSettings, WeightSettings } from './content/settings.ts'
export {
  type AstroAddresses, type AstroLocales, type AstroOutline, type AstroSite, bodyHash, type BuiltEntry, builtHeadings,
  collectionSettings, decodeAstroOutline, decodeAstroSite, decodeHeadings, resolveAstroSite,
} from './content/site/astro-site.ts'
export {
  type CollectionBuilder, type CollectionEntry, createCollectionBuilder, createPatternTest, isPattern,
} from './content/site/collection.ts'
export { linkRemedy, reportLinks } from './content/site/broken-links.ts'
export { isPublicName, selectFiles, type Site } from './content/site/site.ts'
export { matchSitemap, readRobotsSitemaps, readSitemap, SITEMAP_LIMITS, USUAL_NAMES } from './content/site/sitemap.ts'
export { slug } from './content/generators/slug.ts'
export { isInline, type LineRanges } from './content/structure/element.ts'
export { parseElements } from './content/structure/encoding.ts'
export { formatMarkdown } from './content/structure/markdown.ts'
export { tableRows } from './content/structure/ranges.ts'
export { type Element, type Node, parseTree, type StructuredText, type TextNode } from './content/structure/tree.ts'
