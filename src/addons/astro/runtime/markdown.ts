/** The route of the pages as Markdown, files of a site's build: `/guides/routing.md`. */
import { collections } from 'virtual:ask-service/collections'
import { markdownPaths, type TextPath } from './markdown-pages.ts'

/** The route is rendered during the build. */
export const prerender = true

/** A path for each page. */
export function getStaticPaths(): Promise<TextPath[]> {
  return markdownPaths(collections)
}

/** The Markdown of one page. */
export function GET({ props }: Pick<TextPath, 'props'>): Response {
  return new Response(props.text, { headers: { 'content-type': 'text/markdown; charset=utf-8' } })
}
