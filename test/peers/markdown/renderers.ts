/** Real Markdown libraries, each set to make as many links and as much HTML of a text as it can. */
import * as commonmark from 'commonmark'
import MarkdownIt from 'markdown-it'
import { Marked } from 'marked'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import rehypeRaw from 'rehype-raw'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

/** A library as it turns Markdown into HTML. */
export interface Renderer {
  readonly name: string
  readonly render: (markdown: string) => string
  /** Part of the answers that it gets: the slow ones have less time. */
  readonly share: number
}

const markdownIt = new MarkdownIt({ html: true, linkify: true, typographer: true })
// The default since version 15: a bare name such as `README.md` is no link.
markdownIt.linkify.set({ fuzzyLink: false })
// Its own check would hide what the filter lets through.
markdownIt.validateLink = () => true

const marked = new Marked({ gfm: true })
const remark = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeStringify)
const commonmarkParser = new commonmark.Parser()
const commonmarkWriter = new commonmark.HtmlRenderer()
const micromarkOptions = { allowDangerousHtml: true, allowDangerousProtocol: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] }

export const RENDERERS: readonly Renderer[] = [
  { name: 'markdown-it', share: 1, render: (markdown) => markdownIt.render(markdown) },
  { name: 'marked', share: 0.3, render: (markdown) => marked.parse(markdown, { async: false }) },
  { name: 'commonmark', share: 0.3, render: (markdown) => commonmarkWriter.render(commonmarkParser.parse(markdown)) },
  { name: 'micromark with GFM', share: 0.03, render: (markdown) => micromark(markdown, micromarkOptions) },
  { name: 'remark with GFM', share: 0.02, render: (markdown) => String(remark.processSync(markdown)) },
]
