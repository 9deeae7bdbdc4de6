/** Properties that bundles rename are declared where nothing else reads them: not by the platform, not on the wire. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Identifier, isBindingElement, isIdentifier, isPropertyAccessExpression, type Node } from 'typescript/unstable/ast'
import { API, type Checker, type Symbol } from 'typescript/unstable/sync'
import { ENGLISH } from '../../src/overlay/text/strings.ts'

const PATH = new URL('../../bin/own-names.js', import.meta.url).href
const names: Readonly<Record<'OVERLAY_NAMES' | 'SEARCH_NAMES', readonly string[]>> = await import(PATH)

/** Records of other programs: types of the platform, of the wire, and of the files of an index. */
const FOREIGN = /lib\.|@types|\/src\/answer\/events\/|\/src\/http\/wire\//

/** The property that a name reads; undefined for other names. */
function propertyOf(node: Identifier, checker: Checker): Symbol | undefined {
  const { parent } = node
  if (isPropertyAccessExpression(parent) && parent.name === node) return checker.getSymbolAtLocation(node)
  if (!isBindingElement(parent) || parent.initializer === node || (parent.propertyName ?? node) !== node) return undefined
  const type = checker.getTypeAtLocation(parent.parent)
  return type && checker.getPropertyOfType(type, node.text)
}

/** Checks the names in the files of a project; `room` is a part of their paths. */
function check(own: readonly string[], config: string, room: RegExp) {
  const api = new API()
  try {
    const file = fileURLToPath(new URL(`../../${config}`, import.meta.url))
    const [project] = api.updateSnapshot({ openProjects: [file] }).getProjects()
    assert.ok(project)
    const { program, checker } = project
    const shared = new Set<string>()
    let reads = 0
    const visit = (node: Node): void => {
      const property = isIdentifier(node) && own.includes(node.text) ? propertyOf(node, checker) : undefined
      reads += Number(property !== undefined)
      for (const { path } of property?.declarations ?? []) if (FOREIGN.test(path)) shared.add(`${property?.name} of ${path}`)
      node.forEachChild(visit)
    }
    for (const name of program.getSourceFileNames().filter((name) => room.test(name))) {
      const source = program.getSourceFile(name)
      if (source !== undefined) visit(source)
    }
    assert.deepEqual([...shared], [])
    assert.ok(reads > own.length, `${reads} reads`)
  } finally {
    api.close()
  }
}

test('the names that the overlay shortens are its own', () => {
  check(names.OVERLAY_NAMES, 'tsconfig.overlay.json', /\/src\/(?:overlay|sse)\//)
  assert.deepEqual(names.OVERLAY_NAMES.filter((name) => name in ENGLISH), [])
})

test('the names that the search in a static index shortens are its own', () => {
  check(names.SEARCH_NAMES, 'tsconfig.json', /\/src\/(?:base|search|static|text)\//)
})
