/**
 * Deltas of text -> text and thinking. Some models write `<think>…</think>` before their text; only a block at the very
 * start counts. White space before the text and before the thinking is dropped.
 */
import type { ModelEvent } from '../model.ts'

const OPEN = '<think>'
const CLOSE = '</think>'

/** A filter that takes text in pieces. */
export interface ThinkFilter {
  readonly push: (text: string) => readonly ModelEvent[]
  /** The events of text that was held back as a possible part of a tag. */
  readonly end: () => readonly ModelEvent[]
}

/** A filter for one turn. */
export function createThinkFilter(): ThinkFilter {
  let state: 'start' | 'thinking' | 'between' | 'text' = 'start'
  let held = ''

  function push(text: string): readonly ModelEvent[] {
    if (state === 'text') return textEvents(text)
    const all = held + text
    held = ''
    if (state === 'thinking') return readThinking(all)
    const trimmed = all.trimStart()
    if (trimmed === '') return []
    if (state === 'start' && trimmed.startsWith(OPEN)) {
      state = 'thinking'
      return readThinking(trimmed.slice(OPEN.length))
    }
    if (state === 'start' && OPEN.startsWith(trimmed)) return hold(trimmed)
    state = 'text'
    return textEvents(trimmed)
  }

  function readThinking(text: string): readonly ModelEvent[] {
    const close = text.indexOf(CLOSE)
    if (close === -1) {
      const end = text.length - partialTagLength(text)
      return [...reasoningEvents(text.slice(0, end)), ...hold(text.slice(end))]
    }
    state = 'between'
    return [...reasoningEvents(text.slice(0, close)), ...push(text.slice(close + CLOSE.length))]
  }

  function hold(text: string): readonly ModelEvent[] {
    held = text
    return []
  }

  function end(): readonly ModelEvent[] {
    const last = held
    held = ''
    return state === 'thinking' ? reasoningEvents(last) : textEvents(last)
  }

  return { push, end }
}

/** UTF-16 units at the end of a text that may be the start of the closing tag. */
function partialTagLength(text: string): number {
  const start = text.lastIndexOf('<')
  return start !== -1 && CLOSE.startsWith(text.slice(start)) ? text.length - start : 0
}

function textEvents(text: string): readonly ModelEvent[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

function reasoningEvents(text: string): readonly ModelEvent[] {
  return text === '' ? [] : [{ type: 'reasoning', text }]
}
