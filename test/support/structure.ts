/** The document tree of a section in a notation that tests can compare at a glance. */
import { type Node, parseTree, type StructuredText } from '../../src/core/content/structure/tree.ts'

/**
 * Elements as `<type attribute…>…</type>` (default values left out), paragraphs as `<p>`; text as it is, with `⏎` for
 * a line break.
 */
export function treeOf(section: StructuredText): string {
  return parseTree(section).map((node) => formatNode(node, section.text)).join('')
}

function formatNode(node: Node, text: string): string {
  if (node.type === 'text') return text.slice(node.start, node.end).replaceAll('\n', '⏎')
  const { type, start: _start, end: _end, children, ...attributes } = node
  const name = type === 'paragraph' ? 'p' : type
  const written = Object.entries({ ...attributes, line: 0 }).flatMap(([key, value]: [string, unknown]) => {
    if (value === null || value === 0 || value === false || (Array.isArray(value) && value.length === 0)) return []
    return value === true ? key : `${key}=${Array.isArray(value) ? value.map((range) => [...new Set(range)].join('-')).join(',') : String(value)}`
  })
  const content = children.map((child) => formatNode(child, text)).join('')
  return `<${[name, ...written].join(' ')}>${content}</${name}>`
}
