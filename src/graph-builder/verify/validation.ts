/**
 * A summary and the evidence for it -> the literals (code in backticks, numbers,
 * flags, addresses) of the summary that the evidence lacks. A summary may use
 * other words than its section, but only the same literals.
 */

/** UTF-16 units of a summary that are read. */
const MAX_READ_LENGTH = 4_000

/** The literal is group 1, else the whole match. No repetition is nested in another. */
const LITERALS: readonly RegExp[] = [
  /`([^`\n]{1,300})`/g,
  /\bhttps?:\/\/[^\s<>()"'`]{1,300}[\w/]/g,
  /(?<![\w-])--?[A-Za-z][\w-]{0,60}/g,
  // With its parts: `1.2.3` and `8,192` are one number each.
  /(?<![\p{L}\p{N}_.-])v?\d[\d.,:]{0,30}/gu,
]

/** The literals without evidence in the order of the prose, each once. */
export function inventedLiterals(prose: string, evidence: string): string[] {
  const source = foldSpace(evidence)
  /** Literal -> offset of its first occurrence. */
  const invented = new Map<string, number>()
  for (const pattern of LITERALS) {
    for (const match of prose.slice(0, MAX_READ_LENGTH).matchAll(pattern)) {
      const literal = (match[1] ?? match[0]).replace(/[.,:;]+$/, '')
      if (holdsLiteral(source, foldSpace(literal).trim())) continue
      invented.set(literal, Math.min(match.index, invented.get(literal) ?? Infinity))
    }
  }
  return [...invented].sort(([, a], [, b]) => a - b).map(([literal]) => literal)
}

/** Whole words and numbers count: `30` is not in `300`, `-p` not in `--port`, `1.2` not in `1.2.3`. */
function holdsLiteral(source: string, literal: string): boolean {
  const exact = /^v\d/.test(literal) ? literal.slice(1) : literal
  const [first, last] = [exact.charAt(0), exact.slice(-1)]
  for (let at = source.indexOf(exact); at !== -1; at = source.indexOf(exact, at + 1)) {
    const end = at + exact.length
    if (!isBorder(source.slice(Math.max(0, at - 2), at), first)) continue
    if (isBorder(reversed(source.slice(end, end + 2)), last)) return true
  }
  return false
}

/** True where a literal may end at the character `edge` with these two neighbours, the nearer one last. */
function isBorder(neighbours: string, edge: string): boolean {
  if (/\d/.test(edge)) return !/[\d]$|\d[.,]$/.test(neighbours)
  if (edge === '-') return !/[\w-]$/.test(neighbours)
  return !/[\p{L}_]/u.test(edge) || !/[\p{L}\p{N}_]$/u.test(neighbours)
}

function reversed(text: string): string {
  return [...text].reverse().join('')
}

function foldSpace(text: string): string {
  return text.replace(/\s+/g, ' ')
}
