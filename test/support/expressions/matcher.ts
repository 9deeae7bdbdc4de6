/**
 * A regular expression as engines with backtracking execute it, with its steps counted: the same number on any machine,
 * however busy. Engines are faster by a factor, and by more for some expressions, but try no fewer ways without a bound.
 */
import type { Part } from './syntax.ts'

/** Tries what is left of an expression at an offset. */
type Try = (at: number) => boolean

/** The number of steps that may be taken is used up. */
const SPENT = Symbol('spent')

interface Mode {
  readonly flags: string
  /** Times that a part is repeated, for a number in the source. */
  readonly times: (written: number) => number
}

/**
 * A function for the steps of a search through a text, from match to match if the expression is global; `Infinity` for
 * more than the limit.
 */
export function createStepCounter(root: Part, { flags, times }: Mode): (text: string, limit: number) => number {
  const groups = new Map<string, string>()
  const [isSticky, isMultiline] = [flags.includes('y'), flags.includes('m')]
  let text = ''
  let left = 0
  let end = 0

  function step(): void {
    left -= 1
    if (left < 0) throw SPENT
  }

  function compile(part: Part, next: Try, isBack: boolean): Try {
    switch (part.type) {
      case 'set': {
        const { fits } = part
        const [side, move] = isBack ? [-1, -1] : [0, 1]
        return (at) => {
          step()
          const char = text[at + side]
          return char !== undefined && fits(char) && next(at + move)
        }
      }
      case 'sequence': {
        const parts = isBack ? part.parts : part.parts.toReversed()
        return parts.reduce((rest, each) => compile(each, rest, isBack), next)
      }
      case 'choice': {
        const tries = part.parts.map((each) => compile(each, next, isBack))
        return (at) => tries.some((each) => each(at))
      }
      case 'repeat': return compileRepeat(part, next, isBack)
      case 'group': return compileGroup(part, next, isBack)
      case 'look': {
        const inner = compile(part.part, () => true, !part.isAhead)
        return (at) => inner(at) !== part.isNegated && next(at)
      }
      case 'edge': return (at) => isEdge(part.of, at) && next(at)
      case 'reference': return (at) => {
        step()
        const found = groups.get(part.name) ?? ''
        const start = isBack ? at - found.length : at
        return text.startsWith(found, start) && next(isBack ? start : at + found.length)
      }
    }
  }

  function compileRepeat({ part, min, max, isLazy }: Part & { type: 'repeat' }, next: Try, isBack: boolean): Try {
    const [least, most] = [times(min), times(max)]
    let count = 0
    let start = -1
    // An empty repetition beyond the least ends it.
    const inner = compile(part, (at) => (at !== start || count <= least) && again(at), isBack)

    function more(at: number): boolean {
      if (count >= most) return false
      const [outerCount, outerStart] = [count, start]
      count += 1
      start = at
      const fits = inner(at)
      count = outerCount
      start = outerStart
      return fits
    }

    function again(at: number): boolean {
      step()
      if (count < least) return more(at)
      return isLazy ? next(at) || more(at) : more(at) || next(at)
    }

    return (at) => {
      const [outerCount, outerStart] = [count, start]
      count = 0
      start = -1
      const fits = again(at)
      count = outerCount
      start = outerStart
      return fits
    }
  }

  function compileGroup({ part, name }: Part & { type: 'group' }, next: Try, isBack: boolean): Try {
    let start = 0
    const inner = compile(part, (at) => {
      const before = groups.get(name) ?? ''
      groups.set(name, isBack ? text.slice(at, start) : text.slice(start, at))
      if (next(at)) return true
      groups.set(name, before)
      return false
    }, isBack)
    return (at) => {
      const outer = start
      start = at
      const fits = inner(at)
      start = outer
      return fits
    }
  }

  function isEdge(of: '^' | '$' | 'b' | 'B', at: number): boolean {
    if (of === '^') return at === 0 || (isMultiline && text[at - 1] === '\n')
    if (of === '$') return at === text.length || (isMultiline && text[at] === '\n')
    const isWord = (char = '') => /^\w$/.test(char)
    return (isWord(text[at - 1]) !== isWord(text[at])) === (of === 'b')
  }

  const match = compile(root, (at) => {
    end = at
    return true
  }, false)

  return function countSteps(given, limit) {
    text = given
    left = limit
    try {
      for (let at = 0; at <= text.length; ) {
        step()
        if (match(at)) {
          if (!flags.includes('g')) break
          at = Math.max(end, at + 1)
        } else if (isSticky) break
        else at += 1
      }
    } catch (error) {
      if (error !== SPENT) throw error
      return Infinity
    }
    return limit - left
  }
}
