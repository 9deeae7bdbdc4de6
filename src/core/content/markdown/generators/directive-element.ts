/**
 * The name of a directive, as site generators write it -> the element that it
 * is: a callout, details, tabs, or no element if it only groups or styles.
 */
import type { BlockStart } from '../../structure/element.ts'

const CALLOUTS = wordSet(`abstract attention bug caution check danger error example failure faq help hint important info
  note question quote seealso success summary tip tldr todo warning`)
/** Names without a kind of their own. */
const NOTES = wordSet('admonition alert aside callout')
const DETAILS = wordSet('accordion collapse collapsible details dropdown spoiler toggle')
const TABS = wordSet('code-group code-tabs tab-set tabs')
const TABS_ITEM = wordSet('tab tab-item')
/** `note` of `{note}`, `callout-tip` of `{.callout-tip title="…"}`. */
const NAME = /^\{?\s*\.?([\w-]+)/

/** The element of `:::name`. A title makes a callout of a name that is unknown. */
export function directiveElement(source: string, title: string | null): BlockStart | null {
  const name = (NAME.exec(source)?.[1] ?? '').toLowerCase().replace(/^callout-/, '')
  if (DETAILS.has(name)) return { type: 'details' }
  if (TABS.has(name)) return { type: 'tabs' }
  if (TABS_ITEM.has(name)) return { type: 'tab' }
  if (NOTES.has(name)) return { type: 'callout', kind: 'note' }
  return CALLOUTS.has(name) || (title !== null && name !== '') ? { type: 'callout', kind: name } : null
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
