/** The document tree of a section in a notation that tests can compare at a glance, and what is true of any tree. */
import assert from 'node:assert/strict'
import type { Section } from '../../src/core/content/page.ts'
import { isInline, ONLY_CHILD, ONLY_PARENT } from '../../src/core/content/structure/element.ts'
import { codeSpans, isWellFormed } from '../../src/core/content/structure/encoding.ts'
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

/** Checks what is true of the sections of any page. */
export function checkSections(sections: readonly Section[]): void {
  const anchors = sections.slice(1).map(({ anchor }) => anchor)
  assert.equal(new Set(anchors).size, anchors.length, 'anchors are unique')
  assert.ok(!anchors.includes(null) && !anchors.includes(''))
  assert.ok(sections[0]!.heading === null && sections[0]!.anchor === null)
  for (const { text, structure, heading } of sections) {
    assert.ok(!text.includes('\r') && text === text.trimEnd(), 'text is clean')
    assert.ok(heading === null || heading.trim() !== '')
    assert.ok(isWellFormed(structure, text.length), structure)
    checkNodes(parseTree({ text, structure }), null)
    let end = 0
    for (const span of codeSpans(structure)) {
      assert.ok(span.start >= end && span.end > span.start && span.end <= text.length, 'ranges are in order')
      end = span.end
    }
  }
}

const HOLDS_TEXT = new Set(['paragraph', 'heading', 'title', 'term', 'cell', 'code'])

/** Each element is where its type may be. */
function checkNodes(nodes: readonly Node[], parent: Node | null) {
  for (const node of nodes) {
    if (node.type === 'text') continue
    const [outer, message] = [parent?.type ?? null, `${node.type} in ${parent?.type}`]
    if (outer !== null && (HOLDS_TEXT.has(outer) || isInline(outer))) assert.ok(isInline(node.type) || node.type === 'code', message)
    if (node.type !== 'paragraph' && ONLY_PARENT[node.type] !== undefined) {
      assert.equal(ONLY_PARENT[node.type]?.type, outer, message)
    }
    if (parent !== null && parent.type !== 'text' && parent.type !== 'paragraph' && outer !== 'definitions') {
      assert.ok(ONLY_CHILD[parent.type] === undefined || ONLY_CHILD[parent.type]?.type === node.type, message)
    }
    checkNodes(node.children, node)
  }
}
