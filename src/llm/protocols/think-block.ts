/**
 * Deltas of text -> text and thinking. Some models write `<think>…</think>`
 * before what they say; only such a block at the very start is one. Blanks that
 * the text or the thinking is preceded by belong to neither.
 */
import type { ModelEvent } from '../model.ts'

const OPEN = '<think>'
const CLOSE = '</think>'

/** A filter that is fed. */
export interface ThinkFilter {
  readonly push: (text: string) => readonly ModelEvent[]
  /** What was held back because it might have been a mark. */
  readonly end: () => readonly ModelEvent[]
}

/** A filter for one turn. */
export function createThinkFilter(): ThinkFilter {
  let place: 'start' | 'thinking' | 'gap' | 'text' = 'start'
  let held = ''

  function push(text: string): readonly ModelEvent[] {
    if (place === 'text') return said(text)
    const all = held + text
    held = ''
    if (place === 'thinking') return think(all)
    const rest = all.trimStart()
    if (rest === '') return []
    if (place === 'start' && rest.startsWith(OPEN)) {
      place = 'thinking'
      return think(rest.slice(OPEN.length))
    }
    if (place === 'start' && OPEN.startsWith(rest)) return hold(rest)
    place = 'text'
    return said(rest)
  }

  function think(text: string): readonly ModelEvent[] {
    const close = text.indexOf(CLOSE)
    if (close === -1) {
      const kept = text.length - markLength(text)
      return [...thought(text.slice(0, kept)), ...hold(text.slice(kept))]
    }
    place = 'gap'
    return [...thought(text.slice(0, close)), ...push(text.slice(close + CLOSE.length))]
  }

  function hold(text: string): readonly ModelEvent[] {
    held = text
    return []
  }

  function end(): readonly ModelEvent[] {
    const rest = held
    held = ''
    return place === 'thinking' ? thought(rest) : said(rest)
  }

  return { push, end }
}

/** Units at the end of a text that may begin the closing mark. */
function markLength(text: string): number {
  const start = text.lastIndexOf('<')
  return start !== -1 && CLOSE.startsWith(text.slice(start)) ? text.length - start : 0
}

function said(text: string): readonly ModelEvent[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

function thought(text: string): readonly ModelEvent[] {
  return text === '' ? [] : [{ type: 'reasoning', text }]
}
