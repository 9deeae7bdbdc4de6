/** The route of `/llms.txt` and `/llms-full.txt`, files of a site's build. */
import { collections } from 'virtual:ask-service/collections'
import { llmsPaths, type TextPath } from './markdown-pages.ts'

/** The route is rendered during the build. */
export const prerender = true

/** A path for each file. */
export function getStaticPaths(): Promise<TextPath[]> {
  return llmsPaths(collections)
}

/** The text of one file. */
export function GET({ props }: Pick<TextPath, 'props'>): Response {
  return new Response(props.text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
