/** The route of `/llms.txt` and `/llms-full.txt`, files of a site's build. */
import { collections } from 'virtual:ask-service/collections'
import { llmsPaths, type TextPath } from './markdown-pages.ts'

export const prerender = true

export function getStaticPaths(): Promise<TextPath[]> {
  return llmsPaths(collections)
}

export function GET({ props }: Pick<TextPath, 'props'>): Response {
  return new Response(props.text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
