/** The route of the pages as Markdown, files of a site's build: `/guides/routing.md`. */
import { collections } from 'virtual:ask-service/collections'
import { markdownPaths, type TextPath } from './markdown-pages.ts'

export const prerender = true

export function getStaticPaths(): Promise<TextPath[]> {
  return markdownPaths(collections)
}

export function GET({ props }: Pick<TextPath, 'props'>): Response {
  return new Response(props.text, { headers: { 'content-type': 'text/markdown; charset=utf-8' } })
}
