/**
 * Thinking that a model writes into its text -> `reasoning` events. Servers without a parser for a model pass its
 * thinking on in the marks of its training. A block that opens a turn is thinking up to its end. Chat templates often
 * open the block themselves, so the text begins within it: at a closing mark without an opening one, all text of the
 * turn before it was thinking, and a `retract` says so.
 */
import type { ModelEvent } from '../model.ts'
import { textEvents } from '../protocols/protocol.ts'

/** The marks of each kind of block, in lower case, and models that write it. */
const BLOCKS: readonly (readonly [open: string, close: string, source: string])[] = [
  ...[
    // DeepSeek R1, Qwen, GLM, MiniMax, Nemotron, Hunyuan; models trained on answers of Claude; Gemini and EXAONE.
    'think', 'thinking', 'thought', 'thoughts',
    // Seed-OSS; LongCat; models tuned for reasoning, and prompts that ask for it.
    'seed:think', 'longcat_think', 'reason', 'reasoning', 'reflection', 'scratchpad', 'analysis', 'inner_monologue',
  ].map((name) => [`<${name}>`, `</${name}>`, 'tags'] as const),
  ['[think]', '[/think]', 'Magistral'],
  ['◁think▷', '◁/think▷', 'Kimi'],
  ['<|start_thinking|>', '<|end_thinking|>', 'Command A'],
  ['<|begin_of_thought|>', '<|end_of_thought|>', 'Sky-T1, OpenThinker'],
  ['<|channel>thought', '<channel|>', 'Gemma 4'],
  ['<unused94>thought', '<unused95>', 'MedGemma'],
  ['<|channel|>analysis<|message|>', '<|end|>', 'gpt-oss: the format Harmony'],
]
/** Marks that end thinking wherever they are; `assistantfinal` is what is left of Harmony without its marks. */
const CLOSES = [
  ...BLOCKS.map(([, close]) => close).filter((close) => close !== '<|end|>'),
  '<|channel|>final<|message|>', 'assistantfinal',
]
/** Marks between thinking and answer, which are no text. */
const BETWEEN = ['<|start|>assistant', '<|im_start|>assistant', '<|channel|>final<|message|>', '<answer>']
/** Marks that end a turn, which are no text there. */
const ENDS = [
  '<|return|>', '<|end|>', '<|im_end|>', '<|eot_id|>', '<|endoftext|>', '<|end_of_text|>', '<end_of_turn>', '</s>',
  '</answer>',
]
/** UTF-16 units of the longest mark, and of marks that end a turn. */
const MAX_MARK_LENGTH = 30
const MAX_END_LENGTH = 120

const OPENS = [...BLOCKS.map(([open]) => open), ...BETWEEN]
const CLOSE = patternOf(CLOSES, '(?<!`)', '')
const OPEN = patternOf(OPENS, '^', '')
const END = new RegExp(`(?:\\s*${patternOf(ENDS, '', '').source})+\\s*$`, 'i')

/** A pattern for any of the marks, in any case of letters. */
function patternOf(marks: readonly string[], before: string, after: string): RegExp {
  const words = marks.map((mark) => mark.replace(/[|[\]]/g, '\\$&'))
  return new RegExp(`${before}(?:${words.join('|')})${after}`, 'i')
}

/** A filter that takes the text of one turn in pieces. */
export interface ThinkFilter {
  readonly push: (text: string) => readonly ModelEvent[]
  /** The events of text that was held back as a possible part of a mark. */
  readonly end: () => readonly ModelEvent[]
}

/** A filter for one turn. */
export function createThinkFilter(): ThinkFilter {
  /** The mark that ends the open block of thinking, null outside of one. */
  let close: RegExp | null = null
  let closeMark = ''
  /** True at the start of the turn and after a block, where a block may begin. */
  let isStart = true
  let hasClosed = false
  let held = ''
  /** The character before `held`: a mark in a code span is text. */
  let last = ''

  function push(text: string): readonly ModelEvent[] {
    held += text
    const events: ModelEvent[] = []
    let isDecided = true
    while (isDecided) isDecided = readNext(events)
    return events
  }

  /** Reads up to the next mark; false if only more text can decide. */
  function readNext(events: ModelEvent[]): boolean {
    if (close !== null) return readThinking(events, close)
    return isStart ? readStart() : readText(events)
  }

  function readThinking(events: ModelEvent[], pattern: RegExp): boolean {
    const match = pattern.exec(held)
    const end = match?.index ?? held.length - partLength(held, [closeMark])
    events.push(...textEvents('reasoning', held.slice(0, end)))
    held = held.slice(end + (match?.[0].length ?? 0))
    if (match === null) return false
    close = null
    isStart = hasClosed = true
    return true
  }

  function readStart(): boolean {
    held = held.trimStart()
    const [mark] = OPEN.exec(held) ?? []
    if (mark === undefined) {
      isStart = held === '' || partLength(held, OPENS) === held.length
      return !isStart
    }
    held = held.slice(mark.length)
    closeMark = BLOCKS.find(([open]) => open === mark.toLowerCase())?.[1] ?? ''
    close = closeMark === '' ? null : patternOf([closeMark], '', '')
    return true
  }

  function readText(events: ModelEvent[]): boolean {
    const match = hasClosed ? null : CLOSE.exec(held)
    const isCode = match?.index === 0 && last === '`'
    const found = isCode ? null : match
    const text = held.slice(0, found?.index ?? held.length - endLength(held))
    last = text.slice(-1) || last
    events.push(...textEvents('text', text))
    held = held.slice(text.length)
    if (found === null) return false
    const [mark] = found
    events.push({ type: 'retract', mark })
    held = held.slice(mark.length)
    isStart = hasClosed = true
    return true
  }

  function end(): readonly ModelEvent[] {
    const rest = close === null ? withoutEnds(held) : held
    held = ''
    return textEvents(close === null ? 'text' : 'reasoning', rest)
  }

  return { push, end }
}

/** UTF-16 units at the end of a text that may be part of a closing mark, or marks that end the turn. */
function endLength(text: string): number {
  const part = partLength(text, [...CLOSES, ...ENDS])
  const tail = text.slice(-MAX_END_LENGTH, text.length - part)
  return part + (tail.length - withoutEnds(tail).length)
}

function withoutEnds(text: string): string {
  return text.replace(END, '')
}

/** UTF-16 units at the end of a text with which one of the marks begins. */
function partLength(text: string, marks: readonly string[]): number {
  const tail = text.slice(-MAX_MARK_LENGTH).toLowerCase()
  for (let at = 0; at < tail.length; at += 1) {
    const part = tail.slice(at)
    if (marks.some((mark) => part.length < mark.length && mark.startsWith(part))) return part.length
  }
  return 0
}
