/**
 * Thinking that a model writes into its text, where its server has no parser for it -> `reasoning` events. A block that
 * opens a turn or a line is thinking up to its end, and one that opens within a line if it ends. Chat templates often
 * open the block themselves, so the text begins within it: at a closing mark without an opening one, all text of the
 * turn before it was thinking, as a `retract` says. Marks in code are text.
 */
import { fenceAfter } from '../../content/markdown/syntax/fence.ts'
import type { ModelEvent } from '../model.ts'
import { textEvents } from '../protocols/protocol.ts'

/**
 * Names of tags around thinking: of DeepSeek R1, Qwen, GLM, MiniMax, Nemotron, Hunyuan; of models trained on answers of
 * Claude, Gemini and EXAONE; of LongCat; of models tuned for reasoning, and prompts that ask for it.
 */
const NAMES = [
  'think', 'thinking', 'thought', 'thoughts', 'longcat_think',
  'reason', 'reasoning', 'reflection', 'scratchpad', 'analysis', 'inner_monologue', 'antthinking', 'thought_process',
  'chain_of_thought',
]
/** Prefixes of a name: of Seed-OSS, MiniMax M3, and models trained on answers of Claude. */
const PREFIX = '(?:(?:seed|mm|antml):)?'
const NAME = `${PREFIX}(?:${NAMES.join('|')})`
/** The beginning of a tag, up to the end of its name. */
const TAG_BEGUN = `${PREFIX}[a-z_]{0,16}`
/** Marks of other blocks, in lower case, with the models that write them. */
const OTHERS: readonly (readonly [open: string, close: string, source: string])[] = [
  ['[think]', '[/think]', 'Magistral'],
  ['◁think▷', '◁/think▷', 'Kimi'],
  ['<|start_thinking|>', '<|end_thinking|>', 'Command A'],
  ['<|begin_of_thought|>', '<|end_of_thought|>', 'Sky-T1, OpenThinker'],
  ['<|channel>thought', '<channel|>', 'Gemma 4'],
  ['<unused94>thought', '<unused95>', 'MedGemma'],
  ['<|inner_prefix|>', '<|inner_suffix|>', 'Apertus'],
  ['here is my thought process:', 'here is my response:', 'Granite 3.2'],
  ['<|open|>think<|sep|>', '<|close|>think<|sep|>', 'Kimi K3'],
  ['<details type="reasoning"', '</details>', 'histories of Open WebUI'],
  ['<details><summary>think', '</details>', 'models that imitate such pages'],
  ['<details>\n<summary>think', '</details>', 'the same'],
  ['<details>\n<summary>thought', '</details>', 'the same'],
]
/** The marks of gpt-oss, whose format is Harmony. */
const ANALYSIS = '<|channel|>analysis<|message|>'
const FINAL = '<|channel|>final<|message|>'
/** What is left of Harmony's later channels without its marks, in lower case alone. */
const BARE = ['assistantfinal', 'assistantcommentary']
/** Solar's thinking, which ends as that of gpt-oss does. */
const OPENS = [...OTHERS.map(([open]) => open), ANALYSIS, '<|think|>']
const CLOSES = OTHERS.map(([, close]) => close)
/** Marks that end thinking outside of a block as well; words and tags of HTML do not. */
const LATE_CLOSES = [...CLOSES.filter((close) => !/^(?:[a-z]|<\/details)/.test(close)), FINAL, ...BARE]
/** Names of tags around answers: of Hunyuan, Granite and Nova, Reflection, and prompts that ask for it. */
const WRAPPERS = ['answer', 'response', 'output', 'final_answer', 'final']
/** Marks before an answer, no text: of gpt-oss, Qwen, Command A, Kimi K3, GLM-4.5V, Solar, Llama, and of others. */
const BETWEEN = [
  '<|start|>assistant', '<|im_start|>assistant', FINAL, '<|start_response|>', '<|open|>response<|sep|>',
  '<|begin_of_box|>', '<|begin|>assistant<|content|>', '<|start_header_id|>assistant<|end_header_id|>', '<|assistant|>',
  'assistant\n', 'assistant:', '<s>', '<bos>', '<|begin_of_text|>', '<|begin_of_solution|>', '[/inst]',
  '<start_of_turn>model', '<|startoftext|>', '<|chatbot_token|>', '<｜assistant｜>', '[gmask]<sop>',
  ...WRAPPERS.map((name) => `<${name}>`),
]
/** Marks that end a turn, which are no text there. */
const ENDS = [
  '<|return|>', '<|end|>', '<|im_end|>', '<|eot_id|>', '<|endoftext|>', '<|end_of_text|>', '<end_of_turn>', '</s>',
  '[|endofturn|]', '<|end_response|>', '<|close|>response<|sep|>', '<|end_of_box|>', '<|assistant_end|>', '<turn|>',
  '<eos>', '<pad>', '<｜end▁of▁sentence｜>', '<|end_of_solution|>', '<|end_of_turn_token|>', '[/inst]', '<|user|>',
  '<|im_start|>', '<|eom_id|>', '<|eot|>', '<|role_end|>', '[e~[',
]
/** The same with the end of a tag around the answer, where the turn began with one. */
const WRAPPED_ENDS = [...ENDS, ...WRAPPERS.map((name) => `</${name}>`)]
/** The beginning of Harmony's next message, which is one more answer after the final one. */
const NEXT = '<|start|>assistant'
/** Marks that begin the turn of a user, or one more answer, which models invent that don't stop. */
const USERS = [
  '<|im_start|>user', '<|start_header_id|>user', '<start_of_turn>user', '<|user|>', '<|start|>user', '[INST]',
  '<｜User｜>', 'Human:', '<|start_header_id|>assistant', '<|im_start|>assistant', NEXT,
]
/** UTF-16 units at the end of a text that may be the beginning of a mark, after marks that end a turn. */
const MAX_TAIL_LENGTH = 150
/** UTF-16 units at the start of a line that tell whether it is a fence. */
const MAX_FENCE_LENGTH = 200

const OPEN = `<${NAME}>|${anyOf(OPENS)}`
const WRAPPER = patternOf(`^<(?:${WRAPPERS.join('|')})>$`)
const USER = `${anyOf(ENDS)}(?:\\s{0,4}${anyOf(ENDS)}){0,2}\\s{0,4}${anyOf(USERS)}`
const THINK_MARK = patternOf(`${OPEN}|</${NAME}>|${anyOf(LATE_CLOSES)}|${USER}`)
const FIRST = patternOf(`^(?:${OPEN}|${anyOf(BETWEEN)})`)
const FIRST_BEGUN = patternOf(`^(?:<${TAG_BEGUN}|${beginningOf([...OPENS, ...BETWEEN])})$`)
const BLOCK = patternOf(`^(?:${OPEN})$`)
/** Those that open thinking within a line as well, where other tags are words. */
const WITHIN = /^<(?:\w+:)?think/i
const OVER = patternOf(`^${USER}$`)
const LAST = patternOf(`${runOf(ENDS)}$`)
const WRAPPED_LAST = patternOf(`${runOf(WRAPPED_ENDS)}$`)
const ANY = [...OPENS, ...CLOSES, ...LATE_CLOSES, ...WRAPPED_ENDS, ...USERS]
/** The end of a text that is held back: marks that end a turn, and the beginning of any mark. */
const TAIL = patternOf(`(?:${runOf(WRAPPED_ENDS)})?(?:</?${TAG_BEGUN}|${beginningOf(ANY)})?$`)

/** The mark that ends the block which a mark opens: of a tag that with its name, with or without its vendor. */
function closingMark(open: string): RegExp {
  const mark = open.toLowerCase()
  const [, close = '<|end|>'] = OTHERS.find(([one]) => one === mark) ?? []
  const tag = /^<(?:[a-z]+:)?([a-z_]+>)$/.exec(mark)?.[1]
  return patternOf(tag === undefined ? escaped(close) : `</${PREFIX}${tag}`)
}

function patternOf(source: string): RegExp {
  return new RegExp(source, 'i')
}

function anyOf(marks: readonly string[]): string {
  return `(?:${marks.map(escaped).join('|')})`
}

/** The source of a pattern for some of the marks one after another, with white space around them. */
function runOf(marks: readonly string[]): string {
  return `(?:\\s*${anyOf(marks)})+\\s*`
}

/** The source of a pattern for the first characters of any of the marks, one at least. */
export function beginningOf(marks: readonly string[]): string {
  const beginnings = marks.map(([first = '', ...others]) => {
    return escaped(first) + others.reduceRight((rest, char) => `(?:${escaped(char)}${rest})?`, '')
  })
  return `(?:${beginnings.join('|')})`
}

function escaped(mark: string): string {
  return mark.replace(/[|[\]]/g, '\\$&')
}

/** A filter that takes the text of one turn in pieces, and then the events of what was held as a part of a mark. */
export function createThinkFilter() {
  /** The mark that ends the block of thinking; null outside of one. */
  let close: RegExp | null = null
  /** True at the start of the turn and after thinking, where other marks may be next. */
  let isStart = true
  const place = createPlace()
  let [isWrapped, isFinal] = [false, false]
  /** Text from a mark on that opened a block within a line; null outside of such a block. */
  let doubtful: string | null = null
  let held = ''

  function push(text: string): readonly ModelEvent[] {
    held += text
    const events: ModelEvent[] = []
    for (let isDecided = true; isDecided;) {
      if (close !== null) isDecided = readThinking(events, close)
      else isDecided = isStart ? readStart() : readText(events)
    }
    return events
  }

  /** Takes the text before a mark, and the mark; without one all that can't be the beginning of any. */
  function take(mark: RegExp) {
    const { index, 0: found = null } = mark.exec(held) ?? {}
    const [tail = ''] = found === null ? (TAIL.exec(held.slice(-MAX_TAIL_LENGTH)) ?? []) : []
    const before = held.slice(0, index ?? held.length - tail.length)
    held = held.slice(before.length + (found?.length ?? 0))
    return { before, found }
  }

  function readThinking(events: ModelEvent[], mark: RegExp): boolean {
    const { before, found } = take(mark)
    if (doubtful === null) events.push(...textEvents('reasoning', before))
    else doubtful += before
    if (found === null) return false
    if (doubtful === null) isStart = true
    else events.push(...textEvents('reasoning', doubtful), { type: 'retract', mark: '' })
    close = doubtful = null
    return true
  }

  function readStart(): boolean {
    held = held.trimStart()
    const [mark] = FIRST.exec(held) ?? []
    if (mark === undefined) {
      if (held === '' || FIRST_BEGUN.test(held)) return false
      isStart = false
      return true
    }
    held = held.slice(mark.length)
    isWrapped ||= WRAPPER.test(mark)
    isFinal ||= mark.toLowerCase() === FINAL
    close = BLOCK.test(mark) ? closingMark(mark) : null
    return true
  }

  function readText(events: ModelEvent[]): boolean {
    const { before, found } = take(THINK_MARK)
    events.push(...textEvents('text', before))
    place.note(before)
    if (found === null) return false
    const opens = BLOCK.test(found)
    const isOver = OVER.test(found)
    // A name that only looks like a mark; and the end of a message of Harmony that was not the final one.
    const isName = !BARE.includes(found) && BARE.includes(found.toLowerCase())
    const isWord = isName || (isOver && found.endsWith(NEXT) && !isFinal)
    if (place.isCode() || isWord || (opens && !place.isLineStart() && !WITHIN.test(found))) {
      events.push(...textEvents('text', found))
      place.note(found)
    } else if (isOver) close = /(?!)/ // It never ends.
    else if (opens) {
      close = closingMark(found)
      doubtful = place.isLineStart() ? null : found
    } else {
      events.push({ type: 'retract', mark: found })
      isFinal ||= found.toLowerCase() === FINAL
      isStart = true
    }
    return true
  }

  function end(): readonly ModelEvent[] {
    const rest = (doubtful ?? '') + held
    held = ''
    if (close !== null && doubtful === null) return textEvents('reasoning', rest)
    return textEvents('text', rest.replace(isWrapped ? WRAPPED_LAST : LAST, ''))
  }

  return { push, end }
}

/** Where in Markdown a text that comes in pieces has got to. */
export function createPlace() {
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
