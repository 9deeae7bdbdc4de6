/** Properties that bundles rename are known to nothing else: not to the platform, not on the wire. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  type Expression, type Identifier, isBindingElement, isCallExpression, isFunctionLikeDeclaration, isIdentifier,
  isNewExpression, isObjectLiteralExpression, isPropertyAccessExpression, type Node,
} from 'typescript/unstable/ast'
import { API, type Checker, type Symbol, type Type } from 'typescript/unstable/sync'
import { ENGLISH } from '../../src/overlay/text/strings.ts'

const PATH = new URL('../../bin/own-names.js', import.meta.url).href
const names: Readonly<Record<'OVERLAY_NAMES' | 'SEARCH_NAMES', readonly string[]>> = await import(PATH)

/** Records of other programs: types of the platform, of the wire, and of the files of an index. */
const FOREIGN = /lib\.|@types|\/src\/answer\/events\/|\/src\/http\/wire\//
/** Records in records that are looked into. */
const MAX_DEPTH = 6

const OVERLAY = { config: 'tsconfig.overlay.json', room: /\/src\/(?:overlay|sse)\// }
/** What writes an index is in no bundle. */
const SEARCH = { config: 'tsconfig.json', room: /\/src\/(?:base|search|static(?!\/write)|text)\// }

/** The property that a name reads or writes; undefined for other names, and where the type of the record is its own. */
function propertyOf(node: Identifier, checker: Checker): Symbol | undefined {
  const { parent } = node
  const typed = (type: Type | undefined) => type && checker.getPropertyOfType(withoutNull(type, checker), node.text)
  if (isPropertyAccessExpression(parent) && parent.name === node) return checker.getSymbolAtLocation(node)
  const record = parent.parent
  if (isObjectLiteralExpression(record)) {
    const isName = record.properties.some((member) => member === parent && 'name' in member && member.name === node)
    return isName ? typed(checker.getContextualType(record)) : undefined
  }
  if (!isBindingElement(parent) || (parent.propertyName ?? parent.name) !== node) return undefined
  return typed(checker.getTypeAtLocation(record))
}

function withoutNull(type: Type, checker: Checker): Type {
  return checker.getNonNullableType(type) ?? type
}

/** Gives the paths of names in the records of a type, such as `turns.steps`. */
function createNamesIn(own: readonly string[], checker: Checker): (type: Type) => readonly string[] {
  const known = new Map<number, readonly string[]>()

  function namesIn(type: Type, depth = 0): readonly string[] {
    const found = known.get(type.id)
    if (found !== undefined || depth > MAX_DEPTH) return found ?? []
    // For a type that contains itself.
    known.set(type.id, [])
    // Nothing else sees private members, and those of the platform have no records of ours.
    const isOurs = ({ name, declarations }: Symbol) =>
      !name.startsWith('__#') && !declarations.some(({ path }) => FOREIGN.test(path))
    const properties = checker.getPropertiesOfType(type).filter(isOurs)
    const inside = (inner: Type | undefined, prefix: string) =>
      inner === undefined ? [] : namesIn(withoutNull(inner, checker), depth + 1).map((name) => prefix + name)
    const all = [
      ...properties.flatMap(({ name }) => (own.includes(name) ? [name] : [])),
      ...properties.flatMap((property) => inside(checker.getTypeOfSymbol(property), `${property.name}.`)),
      ...checker.getIndexInfosOfType(type).flatMap(({ valueType }) => inside(valueType, '')),
    ]
    known.set(type.id, all)
    return all
  }

  return namesIn
}

/** True for a parameter that takes any value: what is done with it there doesn't know the names of its type. */
function takesAny(argument: Expression, checker: Checker): boolean {
  const type = checker.getContextualType(argument)
  return type !== undefined && checker.getPropertiesOfType(withoutNull(type, checker)).length === 0
}

/** The names in the files of a project that others know as well, and the number of places that have one. */
function findShared(own: readonly string[], { config, room }: typeof OVERLAY) {
  const api = new API()
  try {
    const file = fileURLToPath(new URL(`../../${config}`, import.meta.url))
    const [project] = api.updateSnapshot({ openProjects: [file] }).getProjects()
    assert.ok(project)
    const { program, checker } = project
    const namesIn = createNamesIn(own, checker)
    const shared = new Set<string>()
    let places = 0

    function visit(node: Node): void {
      const property = isIdentifier(node) && own.includes(node.text) ? propertyOf(node, checker) : undefined
      places += Number(property !== undefined)
      for (const { path } of property?.declarations ?? []) {
        if (FOREIGN.test(path)) shared.add(`${property?.name} of ${path}`)
      }
      if (isCallExpression(node) || isNewExpression(node)) {
        for (const argument of node.arguments ?? []) visitArgument(argument, node.expression)
      }
      node.forEachChild(visit)
    }

    function visitArgument(argument: Expression, called: Expression): void {
      if (isFunctionLikeDeclaration(argument) || !takesAny(argument, checker)) return
      const type = checker.getTypeAtLocation(argument)
      for (const name of type ? namesIn(type) : []) {
        shared.add(`${name} of ${argument.getText()} for ${called.getText()}`)
      }
    }

    for (const name of program.getSourceFileNames().filter((name) => room.test(name))) {
      const source = program.getSourceFile(name)
      if (source !== undefined) visit(source)
    }
    return { shared: [...shared], places }
  } finally {
    api.close()
  }
}

function check(own: readonly string[], project: typeof OVERLAY) {
  const { shared, places } = findShared(own, project)
  assert.deepEqual(shared, [])
  assert.ok(places > own.length, `${places} places`)
}

test('the names that the overlay shortens are its own', () => {
  check(names.OVERLAY_NAMES, OVERLAY)
  assert.deepEqual(names.OVERLAY_NAMES.filter((name) => name in ENGLISH), [])
})

test('the names that the search in a static index shortens are its own', () => {
  check(names.SEARCH_NAMES, SEARCH)
})

test('a name that is only written is found where the platform, the wire or a storage takes it', () => {
  const { shared } = findShared(['cache', 'verdict', 'steps'], OVERLAY)
  const has = (pattern: RegExp) => assert.ok(shared.some((one) => pattern.test(one)), `${pattern} in ${shared}`)
  has(/^cache of .*lib\./)
  has(/^verdict of .* for client\.report$/)
  has(/^turns\.steps of \{.*\} for write$/s)
})
