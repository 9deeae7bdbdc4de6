/** The choice between HTML and Markdown by the `Accept` header of a request (RFC 9110, 12.5.1). */

/** Media type of Markdown (RFC 7763). */
export const MARKDOWN_TYPE = 'text/markdown'

/**
 * True for a client that names Markdown and does not prefer HTML to it. A wildcard does not name Markdown, because
 * browsers send wildcards.
 */
export function prefersMarkdown(accept: string | null): boolean {
  if (accept === null) return false
  const weights = new Map(accept.toLowerCase().split(',').map(parseRange))
  const markdown = weights.get(MARKDOWN_TYPE) ?? 0
  const html = weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0
  return markdown > 0 && markdown >= html
}

/** A media range with its weight, 0 to 1; 0 for a malformed one. */
function parseRange(item: string): [range: string, weight: number] {
  const [range = '', ...parameters] = item.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
  if (weight === undefined) return [range, 1]
  const digits = /^q=([01](?:\.\d{0,3})?)$/.exec(weight)?.[1]
  return [range, digits === undefined ? 0 : Math.min(1, Number(digits))]
}
