/**
 * The start tag of a block -> its element: tags of HTML, and components of
 * Starlight, Docusaurus, VitePress, Mintlify, Nextra and their like.
 */
import type { BlockStart } from '../structure/element.ts'
import type { Tag } from './syntax/tag.ts'

/** The element of a tag. */
export interface TagElement {
  /** The name by which its end tag finds it. */
  readonly key: string
  /** Null for a tag that only groups. */
  readonly start: BlockStart | null
  /** Keys of open tags that the start ends, and of those outside which it ends no tag. Default: none. */
  readonly ends?: { readonly keys: readonly string[]; readonly within: readonly string[] }
  /** The element that it must be right inside of. Default: any. */
  readonly parent?: { readonly key: string; readonly start: BlockStart }
  /** Attribute with its title, null without one. Default: null. */
  readonly titleKey?: string | null
}

const CALLOUTS = new Set(['admonition', 'aside', 'callout'])
const CALLOUT_KINDS = new Set(['caution', 'check', 'danger', 'hint', 'important', 'info', 'note', 'tip', 'warning'])
const TABS = /tabs$|^codegroup$/
const TAB = new Set(['tab', 'tabitem', 'tabs.item', 'tabs.tab', 'codegroupitem'])
const DETAILS = new Set(['accordion', 'accordionitem', 'collapse', 'collapsible', 'details', 'expandable'])
const CARDS = new Set(['card', 'linkcard'])
const MAX_NUMBER = 999_999_999

/** The element of an HTML tag, null for one without. `isHead`: in rows of the table's head. */
export function htmlElement({ element, attributes }: Tag, isHead: boolean): TagElement | null {
  switch (element) {
    case 'ul': return { key: 'ul', start: { type: 'list', first: null } }
    case 'ol': return { key: 'ol', start: { type: 'list', first: firstNumber(attributes.get('start')) } }
    case 'li': return {
      key: 'li', start: { type: 'item', isDone: null }, ends: { keys: ['li'], within: ['ul', 'ol'] },
    }
    case 'blockquote': return { key: 'blockquote', start: { type: 'quote' } }
    case 'table': return { key: 'table', start: { type: 'table' } }
    case 'tr': return { key: 'tr', start: null, ends: { keys: ['tr', 'row'], within: ['table'] } }
    case 'td': case 'th': return {
      key: element, start: { type: 'cell' }, ends: { keys: ['td', 'th'], within: ['row', 'tr', 'table'] },
      parent: { key: 'row', start: { type: 'row', isHeader: isHead && element === 'th' } },
    }
    case 'dl': return { key: 'dl', start: { type: 'definitions' } }
    case 'dt': return { key: 'dt', start: { type: 'term' }, ends: { keys: ['dt', 'dd'], within: ['dl'] } }
    case 'dd': return { key: 'dd', start: { type: 'definition' }, ends: { keys: ['dt', 'dd'], within: ['dl'] } }
    case 'details': return { key: 'details', start: { type: 'details' } }
    case 'summary': return { key: 'summary', start: { type: 'title' } }
    case 'figure': return { key: 'figure', start: { type: 'figure' } }
    case 'figcaption': return { key: 'figcaption', start: { type: 'title' } }
    default: return null
  }
}

/** The element of a component's tag, null for one inside sentences. `isInTabs`: right inside of tabs. */
export function componentElement({ name, attributes }: Tag, isInTabs: boolean): TagElement | null {
  const key = name.toLowerCase().replaceAll('-', '')
  const titleOf = (...names: string[]) => names.find((one) => attributes.get(one)) ?? null
  if (CALLOUTS.has(key)) {
    const kind = attributes.get('type')?.toLowerCase() || 'note'
    return { key, start: { type: 'callout', kind }, titleKey: titleOf('title', 'label') }
  }
  if (CALLOUT_KINDS.has(key)) return { key, start: { type: 'callout', kind: key }, titleKey: titleOf('title', 'label') }
  if (TABS.test(key)) return { key, start: { type: 'tabs' } }
  if (TAB.has(key)) return { key, start: { type: 'tab' }, titleKey: titleOf('label', 'title', 'name', 'value') }
  // `<Fragment slot="npm">` in `<PackageManagerTabs>`.
  if (key === 'fragment') {
    return isInTabs ? { key, start: { type: 'tab' }, titleKey: titleOf('slot') } : { key, start: null }
  }
  if (DETAILS.has(key)) {
    return { key, start: { type: 'details' }, titleKey: titleOf('title', 'summary', 'label', 'name') }
  }
  if (key === 'steps') return { key, start: null }
  if (key === 'step') {
    const parent = { key: 'step-list', start: { type: 'list', first: 1 } } as const
    return { key, start: { type: 'item', isDone: null }, parent, titleKey: titleOf('title') }
  }
  return CARDS.has(key) ? { key, start: null, titleKey: titleOf('title') } : null
}

function firstNumber(start = '1'): number {
  const number = Number.parseInt(start, 10)
  return number >= 0 && number <= MAX_NUMBER ? number : 1
}
