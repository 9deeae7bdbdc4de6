/** The text of a package.json -> the same text with one more script, or with more in one. */
import { appendEntry, insert } from './insertion.ts'
import { propertiesOf } from './syntax.ts'
import { readScript, tokenAt } from './tokens.ts'

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

/** Adds a command to the end of a script of a package.json, which is valid JSON with a script of this name. */
export function appendToScript(text: string, name: string, command: string): string {
  const script = readScript(text)
  const scripts = script === null ? undefined : propertiesOf(script, 0).findLast(({ key }) => key === 'scripts')
  if (script === null || typeof scripts?.value !== 'number') {
    throw new TypeError('The text is not a package.json with scripts')
  }
  const property = propertiesOf(script, scripts.value).findLast(({ key }) => key === name)
  if (typeof property?.value !== 'number') throw new TypeError(`The package.json has no script ${name}`)
  // Before the quote that ends the string; as JSON, without quotes of its own.
  return insert(text, [
    { at: tokenAt(script, property.value).end - 1, text: JSON.stringify(` && ${command}`).slice(1, -1) },
  ])
}
