/**
 * The text of a package.json -> the same with one more script, all else as it
 * was.
 */
import { appendEntry, insert } from './insertion.ts'
import { propertiesOf } from './syntax.ts'
import { readScript } from './tokens.ts'

/** Adds a script to a package.json that is valid JSON and has none of this name. */
export function addScript(text: string, name: string, command: string): string {
  // JSON is a part of what scripts are made of; its one object opens with the first token.
  const script = readScript(text)!
  const entry = `${JSON.stringify(name)}: ${JSON.stringify(command)}`
  const scripts = propertiesOf(script, 0).findLast(({ key }) => key === 'scripts')
  const insertions = scripts === undefined
    ? appendEntry(script, 0, ['"scripts": {', `\t${entry}`, '}'])
    : appendEntry(script, scripts.value!, [entry])
  return insert(text, insertions)
}
