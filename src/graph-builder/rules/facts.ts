/**
 * A section -> its facts: the exact strings a reader would look up or copy,
 * found by rules alone. A literal is always a stretch of the section's text.
 *
 * The choice: every candidate has a weight by its form (`inline-fact`,
 * `block-facts`, and the patterns for prose here). Its place lifts it: opening
 * a list item or table row (+18), standing in the heading (+25), being named
 * again (+2 each, 8 at most). A value that the text calls the default is worth
 * 90. What stays below 30 is noise (any word in backticks). Of the rest the 24
 * heaviest are kept, in order of weight, then of the text.
 */
import type { Chunk } from '../../content/chunk.ts'
import type { CodeSpan } from '../../content/page.ts'
import type { Fact, FactKind } from '../../graph/graph.ts'
import { blockFacts } from './block-facts.ts'
import { type Candidate, candidateOf, LEAST_WEIGHT } from './candidate.ts'
import { type Form, formOf, MAX_LITERAL_LENGTH } from './inline-fact.ts'
import { tableDefaults } from './table.ts'

/** Facts of one section. */
export const MAX_FACTS = 24
/** Candidates weighed for one section; a longer one shows its facts well before. */
const MAX_CANDIDATES = 4_000
const DEFAULT_WEIGHT = 90
/** A single word in backticks: noise where its place does not lift it. */
const WORD_KEY: Form = { kind: 'key', weight: 14 }
const WORD_VALUE: Form = { kind: 'value', weight: 14 }
/** UTF-16 units in front of code that may say what it is. */
const MAX_LEAD = 100

/** Best first; duplicates are one. */
export function findFacts(chunk: Chunk): Fact[] {
  const prose = withoutCode(chunk)
  const candidates = [
    ...chunk.code.slice(0, MAX_CANDIDATES).flatMap((span) => codeFacts(chunk, span)),
    ...proseFacts(prose),
    ...tableDefaults(chunk.text, chunk.code),
  ]
  const best = bestOf(candidates.slice(0, MAX_CANDIDATES), chunk)
  return best.map(({ kind, literal }) => ({ kind, literal, chunkId: chunk.id }))
}

function codeFacts({ text, heading }: Chunk, { start, end, isBlock, lang }: CodeSpan): Candidate[] {
  if (isBlock) return blockFacts({ text: text.slice(start, end), offset: start, lang })
  const code = text.slice(start, end)
  if (code.trim() === '' || code.length > MAX_LITERAL_LENGTH) return []
  const before = text.slice(Math.max(0, start - MAX_LEAD), start)
  if (saysDefault(before, text.slice(end, end + 12))) return [{ kind: 'default', weight: DEFAULT_WEIGHT, start, end }]
  const opens = start === 0 || before.endsWith('\n')
  const titles = (heading ?? '').includes(code)
  const isKey = titles || (text[end] === '\t' && opens)
  const form = formOf(code) ?? (/^[\w$@][\w$-]*$/.test(code) ? (isKey ? WORD_KEY : WORD_VALUE) : null)
  if (form === null) return []
  return [{ ...form, start, end, weight: form.weight + (opens ? 18 : 0) + (titles ? 25 : 0) }]
}

/** "Default: `x`", "defaults to `x`", "the default port is `x`", "`x` (default)". */
function saysDefault(before: string, after: string): boolean {
  return (
    /\bdefaults?(?:\s+values?)?\s*(?::|is|to|=)\s*$/i.test(before) ||
    /\bdefault\b[^.:;\n]{1,80}\sis\s(?:set to\s)?$/i.test(before) ||
    /^\s?\(default\b/i.test(after)
  )
}

/** `30 seconds`, `5 MB` */
const QUANTITY =
  /(?<![\w.,])\d[\d,.]{0,15}[ \u00a0-]?(?:ms|(?:millisecond|second|minute|hour|day|byte)s?|[KMGT]i?B|[kmg]b|px|rem|fps|dpi)\b/g
/** `at most 24 facts` */
const LIMIT =
  /\b(?:at most|at least|up to|(?:max|min)imum of|no more than|limit(?:ed to| of)) (\d[\d,.]{0,15}(?:[ -]?[A-Za-z%]{1,12})?)(?![\w%])/gi
/** `v1.2`, `1.2.3-beta.1` */
const VERSION =
  /(?<![\w.])v\d{1,4}(?:\.\d{1,6}){1,3}(?:-[\w.]{1,30})?\b|(?<![\w.@])\d{1,4}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,30})?\b/g
/** `Default: 5 minutes` */
const DEFAULT = /\bDefault(?: value)?: ([^\s`,;()\ufffc][^\n`,;()\ufffc]{0,40}?)(?=\.?(?:\n|$)|\.\s|[,;(])/g

/** Patterns for words outside of code; what counts is their group 1, else all of the match. */
const PROSE: readonly (readonly [RegExp, FactKind, number])[] = [
  [DEFAULT, 'default', DEFAULT_WEIGHT],
  [/\b[A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{1,60}\b/g, 'key', 70],
  [/(?:^|[\s(])(--[a-z][\w-]{1,60})(?![\w-])/g, 'flag', 64],
  [/\bport (\d{2,5})\b/gi, 'value', 60],
  [LIMIT, 'value', 58],
  [QUANTITY, 'value', 54],
  [/(?<![\w.,])\d[\d.,]{0,15}\s?%(?!\w)/g, 'value', 46],
  [VERSION, 'value', 42],
  [/\b[\w@/-]{1,60}@\d{1,4}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,30})?\b/g, 'value', 48],
  [/\bhttps?:\/\/[^\s<>()"'`\ufffc]{1,180}[\w/]/g, 'value', 44],
]

function proseFacts(prose: string): Candidate[] {
  return PROSE.flatMap(([pattern, kind, weight]) => {
    const found: Candidate[] = []
    for (const match of prose.matchAll(pattern)) {
      if (found.push(candidateOf(kind, weight, { match, offset: 0 })) === MAX_CANDIDATES) break
    }
    return found
  })
}

/** The text with every character of code replaced, so that offsets stay. */
function withoutCode({ text, code }: Chunk): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of code) {
    parts.push(text.slice(from, start), '\ufffc'.repeat(end - start))
    from = end
  }
  return [...parts, text.slice(from)].join('')
}

interface Found {
  readonly kind: FactKind
  readonly literal: string
  readonly start: number
  weight: number
  again: number
}

/** One fact a literal: its heaviest candidate decides the kind. */
function bestOf(candidates: readonly Candidate[], { text }: Chunk): readonly Found[] {
  const found = new Map<string, Found>()
  for (const { kind, start, end, weight } of candidates) {
    const literal = text.slice(start, end).trim()
    if (literal === '' || literal.length > MAX_LITERAL_LENGTH) continue
    const known = found.get(literal)
    const again = known === undefined ? 0 : known.again + 1
    if (known === undefined || known.weight < weight) found.set(literal, { kind, literal, start, weight, again })
    else known.again = again
  }
  const weigh = ({ weight, again }: Found) => weight + Math.min(8, 2 * again)
  return [...found.values()]
    .filter((one) => weigh(one) >= LEAST_WEIGHT)
    .sort((a, b) => weigh(b) - weigh(a) || a.start - b.start)
    .slice(0, MAX_FACTS)
}
