/**
 * Text of a graph -> signs of a prompt injection: invisible characters, and
 * instructions to a model. People review a graph and models read it, so it must
 * say the same to both.
 */
import { stripInvisible } from '../../content/invisible.ts'

const OBJECT = /\b(?:instructions?|prompts?|rules?|context)\b/.source
const REFERENCE = /\b(?:previous|prior|above|earlier|all|your)\b/.source

/** Openings of instructions to a model in published injections; each ends where the wording varies. */
const INSTRUCTIONS: readonly RegExp[] = [
  new RegExp(`\\b(?:ignore|disregard|forget|override)\\b.{0,40}${REFERENCE}.{0,30}${OBJECT}`, 'i'),
  /\b(?:new|updated|real) (?:system )?instructions?\s*:/i,
  /\b(?:reveal|print|repeat|show|leak)\b.{0,30}\b(?:system prompt|your (?:instructions|prompt))\b/i,
  /\byou (?:are|must) now (?:act|behave|pretend|an? |in )/i,
  /<\/?(?:system|assistant|user|instructions?|tool_(?:call|result))>/i,
  /\[(?:\/?INST|SYSTEM)\]|<\|[a-z_]{1,30}\|>/i,
  /\bdo not (?:tell|inform|mention (?:this )?to) the (?:user|reader|human)\b/i,
]

/** The first instruction to a model in a text, null without one. */
export function findInstruction(text: string): string | null {
  for (const pattern of INSTRUCTIONS) {
    const match = pattern.exec(text)
    if (match !== null) return match[0]
  }
  return null
}

/** The invisible code points of a text, such as `U+200B`; each once. */
export function findInvisible(text: string): string[] {
  if (stripInvisible(text) === text) return []
  const invisible = new Set([...text].filter((char) => stripInvisible(char) === ''))
  return [...invisible].map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
}
