/** The route of the outline of a site's collections: a file of its build, which the integration then moves away. */
import { collections } from 'virtual:ask-service/collections'
import { outlineCollections } from './entries.ts'

export const prerender = true

/** The outline as JSON; null on any error, so that it never stops a build. */
export async function GET(): Promise<Response> {
  return Response.json(await outlineCollections(collections.settings, collections).catch(() => null))
}
