/** A site -> the files of its export: the Markdown of all pages at their addresses, both indexes, and the glossary. */
import { foldSpace } from '../../core/base.ts'
import { addressMarkdown, chunkPages, decodeAddress, formatPage, type Page } from '../../core/content.ts'
import type { GlossaryEntry } from '../../core/graph.ts'
import { formatLlms } from './llms-txt.ts'

/** Path of the glossary; no page has a name that starts with `_`. */
const GLOSSARY_FILE = '_ask/glossary.md'

/** Characters that no file name has on some system, and those of names that lead elsewhere. */
const UNSAFE = /[\u0000-\u001F\\/:*?"<>|]|^\.{1,2}$/g

interface ExportedSite {
  readonly pages: readonly Page[]
  readonly title: string
  /** Prefix of all addresses, ending with `/`. */
  readonly base: string
  readonly glossary: readonly GlossaryEntry[]
}

/** The texts of all files by their paths below the base of the site, with `/` between names. */
export function exportTree({ pages, title, base, glossary }: ExportedSite): Map<string, string> {
  const markdown = addressMarkdown(pages).map(({ page, url }) => {
    return [pathOf(url.slice(base.length)), formatPage(chunkPages([page]))] as const
  })
  const files = new Map([...markdown, ...formatLlms(pages, { title, base })])
  if (glossary.length > 0) files.set(GLOSSARY_FILE, formatGlossary(glossary))
  return files
}

/** The path of an address. Characters that some system forbids stay percent-encoded. */
function pathOf(address: string): string {
  return address.split('/').map((segment) => decodeAddress(segment).replace(UNSAFE, encode)).join('/')
}

function encode(chars: string): string {
  return Array.from(chars, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

function formatGlossary(entries: readonly GlossaryEntry[]): string {
  const lines = entries.map(({ term, aliases, definition }) => {
    const names = aliases.length === 0 ? '' : ` (${aliases.map(foldSpace).join(', ')})`
    return `- **${foldSpace(term)}**${names}: ${foldSpace(definition)}`
  })
  return `# Glossary\n\n${lines.join('\n')}\n`
}
