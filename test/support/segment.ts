/** The words of a text, cut by `walk()`. */
import { createClassTable } from '../../src/core/text/character.ts'
import { createWalk } from '../../src/core/text/segment.ts'

export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly isCompound: boolean
}

/** Cuts texts into words with a walk of its own. */
export function createSegment(): (text: string) => Word[] {
  const walk = createWalk(createClassTable())
  return (text) => {
    const words: Word[] = []
    walk(text, ({ source, from, to, start, end, isCompound }) => {
      words.push({ text: source.slice(from, to), start, end, isCompound })
    })
    return words
  }
}
