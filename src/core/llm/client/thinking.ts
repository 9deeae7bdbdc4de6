/**
 * Thinking that a model writes into its text -> `reasoning` events. Servers without a parser for a model pass its
 * thinking on in the marks of its training. A block that opens a turn or a line is thinking up to its end. Chat
 * templates often open the block themselves, so the text begins within it: at a closing mark without an opening one,
 * all text of the turn before it was thinking, and a `retract` says so. Marks in code are text.
 */
import { fenceAfter } from '../../base/code-fence.ts'
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
/** What is left of Harmony's final channel without its marks, in lower case alone. */
const BARE_FINAL = 'assistantfinal'
/** Marks that end thinking wherever they are. */
const CLOSES = [
  ...BLOCKS.map(([, close]) => close).filter((close) => close !== '<|end|>'),
  '<|channel|>final<|message|>', BARE_FINAL,
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

const OPENS = BLOCKS.map(([open]) => open)
const MARK = new RegExp(anyOf([...OPENS, ...CLOSES]), 'i')
const FIRST = new RegExp(`^${anyOf([...OPENS, ...BETWEEN])}`, 'i')
const LATER = new RegExp(`^${anyOf(BETWEEN)}`, 'i')
const END = new RegExp(`(?:\\s*${anyOf(ENDS)})+\\s*$`, 'i')
/** UTF-16 units at the start of a line that tell whether it is a fence. */
const MAX_FENCE_LENGTH = 32

/** A pattern for any of the marks. */
function anyOf(marks: readonly string[]): string {
  return `(?:${marks.map((mark) => mark.replace(/[|[\]]/g, '\\$&')).join('|')})`
}

/** A filter that takes the text of one turn in pieces. */
export interface ThinkFilter {
  readonly push: (text: string) => readonly ModelEvent[]
  /** The events of text that was held back as a possible part of a mark. */
  readonly end: () => readonly ModelEvent[]
}

/** A filter for one turn. */
export function createThinkFilter(): ThinkFilter {
  /** The mark that ends the open block of thinking; empty outside of one. */
  let close = ''
  /** The marks that may be next, at the start of the turn and after thinking; null in text. */
  let start: RegExp | null = FIRST
  const place = createPlace()
  let held = ''

  function push(text: string): readonly ModelEvent[] {
    held += text
    const events: ModelEvent[] = []
    let isDecided = true
    while (isDecided) isDecided = readNext(events)
    return events
  }

  /** Reads up to the next mark; false if only more text can decide. */
  function readNext(events: ModelEvent[]): boolean {
    if (close !== '') return readThinking(events)
    return start === null ? readText(events) : readStart(start)
  }

  function readThinking(events: ModelEvent[]): boolean {
    const at = held.search(new RegExp(anyOf([close]), 'i'))
    const end = at === -1 ? held.length - partLength(held, [close]) : at
    events.push(...textEvents('reasoning', held.slice(0, end)))
    held = held.slice(at === -1 ? end : at + close.length)
    if (at === -1) return false
    close = ''
    start = FIRST
    return true
  }

  function readStart(marks: RegExp): boolean {
    held = held.trimStart()
    const [mark] = marks.exec(held) ?? []
    if (mark === undefined) {
      if (held === '' || partLength(held, [...OPENS, ...BETWEEN]) === held.length) return false
      start = null
      return true
    }
    held = held.slice(mark.length)
    close = closeOf(mark)
    return true
  }

  function readText(events: ModelEvent[]): boolean {
    const match = MARK.exec(held)
    const before = held.slice(0, match?.index ?? held.length - endLength(held))
    events.push(...textEvents('text', before))
    place.note(before)
    held = held.slice(before.length)
    if (match === null) return false
    const [mark] = match
    held = held.slice(mark.length)
    const opened = closeOf(mark)
    if (place.isCode() || (opened === '' ? isWord(mark) : !place.isLineStart())) {
      events.push(...textEvents('text', mark))
      place.note(mark)
    } else if (opened === '') {
      events.push({ type: 'retract', mark })
      start = LATER
    } else close = opened
    return true
  }

  function end(): readonly ModelEvent[] {
    const rest = close === '' ? withoutEnds(held) : held
    held = ''
    return textEvents(close === '' ? 'text' : 'reasoning', rest)
  }

  return { push, end }
}

/** The closing mark of an opening one; empty for other marks. */
function closeOf(mark: string): string {
  return BLOCKS.find(([open]) => open === mark.toLowerCase())?.[1] ?? ''
}

/** True for a name that only looks like a mark. */
function isWord(mark: string): boolean {
  return mark !== BARE_FINAL && mark.toLowerCase() === BARE_FINAL
}

/** Where in Markdown a text that comes in pieces has got to. */
function createPlace() {
  let fence = ''
  let line = ''
  let ticks = 0

  function note(text: string): void {
    for (const [i, part] of text.split('\n').entries()) {
      if (i > 0) {
        fence = fenceAfter(fence, line)
        line = ''
        ticks = 0
      }
      line = (line + part).slice(0, MAX_FENCE_LENGTH)
      ticks += part.split('`').length - 1
    }
  }

  return {
    note,
    isCode: () => fence !== '' || fenceAfter('', line) !== '' || ticks % 2 === 1,
    isLineStart: () => line.trim() === '',
  }
}

/** UTF-16 units at the end of a text that may be part of a closing mark, or marks that end the turn. */
function endLength(text: string): number {
  const part = partLength(text, [...OPENS, ...CLOSES, ...ENDS])
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
