/** The outline of a site's collections: a file of its build, which the integration takes away again. */
import { collections } from 'virtual:ask-service/collections'
import { outlineCollections } from './entries.ts'

/** Written while the site is built. */
export const prerender = true

/** Never stops a build: what can't be read is no outline. */
export async function GET(): Promise<Response> {
  return Response.json(await outlineCollections(collections.settings, collections).catch(() => null))
}
