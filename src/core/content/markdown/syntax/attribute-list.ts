/**
 * `{#id .class key=value}` after a heading, link or block, with or without the
 * colon of kramdown (`{: .class}`). It is markup for the generator and no text;
 * the id is the anchor of its heading.
 */

/** UTF-16 units between the braces. */
const MAX_LENGTH = 200

const PART = /^(?:#([^\s{}#]+)|\.[\w-]+|data-[\w-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s"']*))$/
const PARTS = /[\w-]+=(?:"[^"]*"|'[^']*')|\S+/g

/** A parsed list. */
export interface AttributeList {
  readonly id: string | null
  /** True for `data-search-exclude` of Material for MkDocs. */
  readonly isSearchExcluded: boolean
  /** Offset after the closing brace. */
  readonly end: number
}

/** Parses the list whose `{` is at `at`; null if the braces hold something else. */
export function readAttributeList(text: string, at: number): AttributeList | null {
  const window = text.slice(at, at + MAX_LENGTH)
  const close = window.indexOf('}')
  if (close === -1 || window[0] !== '{') return null
  const parts = window.slice(window[1] === ':' ? 2 : 1, close).match(PARTS) ?? []
  let id: string | null = null
  for (const part of parts) {
    const match = PART.exec(part)
    if (match === null) return null
    id ??= match[1] ?? null
  }
  const isSearchExcluded = parts.some((part) => /^data-search-exclude(?:=|$)/.test(part))
  return parts.length === 0 ? null : { id, isSearchExcluded, end: at + close + 1 }
}
