/** The id of a section -> the id of its document. */
import { formatSha256, sha256 } from '../../core/base.ts'

/** Most bytes of an id that engines accept. */
const MAX_ID_BYTES = 512

/** The id itself, or the hash of one that is too long. */
export async function documentId(id: string): Promise<string> {
  const bytes = new TextEncoder().encode(id)
  return bytes.length <= MAX_ID_BYTES ? id : formatSha256(await sha256(bytes))
}

/** The slug of the page that an id belongs to; its document is routed by it. */
export function pageOf(id: string): string {
  const [slug = id] = id.split('#', 1)
  return slug
}
