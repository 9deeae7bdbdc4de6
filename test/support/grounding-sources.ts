/** Sources of an answer with these addresses, numbered from 1; `containsText` is by default true of no address; one id was shown, `a#b`. */
import type { GroundingSources } from '../../src/core/answer/ground/ground.ts'

export function groundingSources(urls: readonly string[], containsText = (_: string) => false): GroundingSources {
  const numberAt = (address: string) => (urls.includes(address) ? urls.indexOf(address) + 1 : null)
  return { linkOf: (source) => urls[source - 1] ?? null, numberAt, containsText, numberWithId: (id, isBeginning) => (id === 'a#b' || (isBeginning && 'a#b'.startsWith(id)) ? 1 : null) }
}
