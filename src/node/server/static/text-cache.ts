/**
 * Short texts of files in memory, one copy for all replies: compression, which needs whole texts, then happens once for
 * each version of a file.
 */

/** Bytes of a text; a larger file is sent from disk, as it is. */
export const MAX_TEXT_BYTES = 1024 * 1024
/** Bytes of all texts; those used longest ago leave first. */
const MAX_BYTES = 16 * 1024 * 1024

/** The text of a version of a file; `read` is called where it isn't in memory. */
export type TextOf = (file: string, tag: string, read: () => Promise<Uint8Array>) => Promise<Uint8Array>

/** An empty cache. */
export function createTextCache(maxBytes = MAX_BYTES): TextOf {
  const texts = new Map<string, { readonly tag: string; readonly bytes: Uint8Array }>()
  let size = 0

  function remove(file: string): void {
    size -= texts.get(file)?.bytes.length ?? 0
    texts.delete(file)
  }

  return async function textOf(file, tag, read) {
    const cached = texts.get(file)
    const bytes = cached?.tag === tag ? cached.bytes : await read()
    // Another request may have read it meanwhile: all share the first copy.
    const current = texts.get(file)
    const shared = current?.tag === tag ? current.bytes : bytes
    remove(file)
    texts.set(file, { tag, bytes: shared })
    size += shared.length
    for (const oldest of texts.keys()) {
      if (size <= maxBytes) break
      remove(oldest)
    }
    return shared
  }
}
