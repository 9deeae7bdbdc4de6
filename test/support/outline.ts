/**
 * The keys of a YAML document by their indentation: enough to see which paths,
 * methods and statuses openapi.yaml documents. Knows block mappings with one
 * key a line, and steps over comments, lists and block scalars.
 */

export interface Outline {
  /** What stands behind the colon on the key's own line. */
  readonly value: string
  readonly keys: ReadonlyMap<string, Outline>
}

interface Open {
  readonly indent: number
  readonly keys: Map<string, Outline>
}

const KEY = /^( *)(?:'([^']*)'|"([^"]*)"|([^\s'"#-][^:]*?)):(?: +(.*))?$/

export function outlineOf(yaml: string): Outline {
  const root: Open = { indent: -1, keys: new Map() }
  let open: Open[] = [root]
  let scalarIndent = Infinity
  for (const line of yaml.split('\n')) {
    const indent = line.search(/\S/)
    if (indent === -1 || indent > scalarIndent) continue
    scalarIndent = Infinity
    const match = KEY.exec(line)
    if (match === null) continue
    const [, , single, double, plain, value = ''] = match
    open = open.filter((parent) => parent.indent < indent)
    const keys = new Map<string, Outline>()
    open.at(-1)!.keys.set(single ?? double ?? plain!, { value, keys })
    open.push({ indent, keys })
    if (/^[|>]/.test(value)) scalarIndent = indent
  }
  return { value: '', keys: root.keys }
}

/** The keys below a path of keys; none where the path leads nowhere. */
export function keysAt(outline: Outline, ...path: readonly string[]): string[] {
  let at: Outline | undefined = outline
  for (const key of path) at = at?.keys.get(key)
  return [...(at?.keys.keys() ?? [])]
}
