/**
 * Text of a graph -> what doesn't belong there: characters that no reader sees,
 * and words that give a model orders. A graph is reviewed by people and read by
 * models, so nothing in it may say more to the one than to the other.
 */
import { stripInvisible } from '../../content/invisible.ts'

/** Openings of orders to a model, as published injections have them; each ends where its wording varies. */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|all|your)\b.{0,30}\b(?:instructions?|prompts?|rules?|context)\b/i,
  /\b(?:new|updated|real) (?:system )?instructions?\s*:/i,
  /\b(?:reveal|print|repeat|show|leak)\b.{0,30}\b(?:system prompt|your (?:instructions|prompt))\b/i,
  /\byou (?:are|must) now (?:act|behave|pretend|an? |in )/i,
  /<\/?(?:system|assistant|user|instructions?|tool_(?:call|result))>/i,
  /\[(?:\/?INST|SYSTEM)\]|<\|[a-z_]{1,30}\|>/i,
  /\bdo not (?:tell|inform|mention (?:this )?to) the (?:user|reader|human)\b/i,
]

/** The first order to a model in a text, null without one. */
export function findOrder(text: string): string | null {
  for (const pattern of ORDERS) {
    const match = pattern.exec(text)
    if (match !== null) return match[0]
  }
  return null
}

/** The code points of a text that no reader sees, such as `U+200B`; each once. */
export function findInvisible(text: string): string[] {
  if (stripInvisible(text) === text) return []
  const hidden = [...text].filter((char) => stripInvisible(char) === '')
  return [...new Set(hidden)].map((char) => `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
}
