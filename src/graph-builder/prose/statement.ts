/**
 * Sentences that can be shown without their page: they are complete, written for readers, and don't refer to text
 * around them.
 */

/** Marks of templates, directives and unfinished text. */
const SOURCE_MARK = /\{\{|\}\}|\{%|%\}|\$\{|<%|%>|:::|\[\[|\]\]|\b(?:TODO|TBD|FIXME)\b|\b[Ll]orem ipsum\b/
/** Ends of sentences, with closing quotes and brackets; dots that leave the sentence open are none. */
const END = /(?<!\.\.)[.!。！．][)\]"'”’»」』）]{0,4}$/
/** Sentences that lead to other text. */
const ASIDE = new RegExp(
  `^(?:${[
    'see|read|learn|check|visit|refer to|find|note|tip|hint|caution|warning|danger',
    'for (?:more|further|details|examples?)',
  ].join('|')})\\b`,
  'i',
)
/** Openings that depend on the sentence before, or that address the reader. */
const DEPENDENT_OPENING = new RegExp(
  `^(?:${[
    'this|that|these|those|it|its|they|their|such|here|there|he|she|and|but|or|so|also|then|thus|however|otherwise',
    'previously|if|when|while|once|for|in (?:this|that|these|such)|with|as|because|since|before|after',
    'you|we|i|let|please',
    'welcome|thank|click|follow|explore|discover|get started|start|try|want|looking|do|don[\'’]t|yes|no',
  ].join('|')})\\b`,
  'i',
)
/** References to places on the page. */
const PAGE_REFERENCE = new RegExp(
  [
    /\bthis (?:page|guide|section|document|documentation|tutorial|chapter|article|example|glossary|site|book|recipe)\b/,
    /\bthese (?:pages|docs)\b|\b(?:below|above|as follows|the following|(?:previous|next) section|click here)\b/,
  ].map(({ source }) => source).join('|'),
  'i',
)

/** True for a sentence that is complete and holds no template or unfinished text. */
export function isWholeSentence(text: string): boolean {
  return END.test(text) && !SOURCE_MARK.test(text) && isBalanced(text)
}

/** True for a sentence that leads to other text. */
export function isAside(text: string): boolean {
  return ASIDE.test(text)
}

/** True for a complete sentence that can be understood by itself. */
export function standsAlone(text: string): boolean {
  return isWholeSentence(text) && !isAside(text) && !DEPENDENT_OPENING.test(text) && !PAGE_REFERENCE.test(text)
}

/** True for a complete sentence that can be understood after a sentence that names its subject. */
export function continues(text: string): boolean {
  if (!isWholeSentence(text) || isAside(text) || PAGE_REFERENCE.test(text)) return false
  return /^it(?:['’]s)?\b/i.test(text) || !DEPENDENT_OPENING.test(text)
}

function isBalanced(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return count(/[([{]/g) === count(/[)\]}]/g) && count(/[“「『]/g) === count(/[”」』]/g)
}
