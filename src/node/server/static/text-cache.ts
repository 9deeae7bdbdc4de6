/**
 * A cache of short text files, one copy for all replies. Compression needs whole texts; with one copy it happens once
 * for each version of a file.
 */

/** Largest text in the cache; a larger file is sent from disk, uncompressed. */
export const MAX_TEXT_BYTES = 1024 * 1024
/** Bytes of all texts; the least recently used leave first. */
const MAX_BYTES = 16 * 1024 * 1024

/** The text of a version of a file; `read` is called if the cache does not have it. */
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
    // Another request may have read it meanwhile: then both share that copy.
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
