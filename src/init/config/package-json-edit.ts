/** The text of a package.json -> the same text with one more script. */
import { appendEntry, insert } from './insertion.ts'
import { propertiesOf } from './syntax.ts'
import { readScript } from './tokens.ts'

/** Adds a script to a package.json, which is valid JSON without a script of this name. */
export function addScript(text: string, name: string, command: string): string {
  // JSON is valid as a script; its one object opens with the first token.
  const script = readScript(text)
  if (script === null) throw new TypeError('The text is not a package.json')
  const entry = `${JSON.stringify(name)}: ${JSON.stringify(command)}`
  const scripts = propertiesOf(script, 0).findLast(({ key }) => key === 'scripts')
  const insertions =
    typeof scripts?.value === 'number'
      ? appendEntry(script, scripts.value, [entry])
      : appendEntry(script, 0, ['"scripts": {', `\t${entry}`, '}'])
  return insert(text, insertions)
}
