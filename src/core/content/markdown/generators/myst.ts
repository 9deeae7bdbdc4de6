/**
 * Directives of MyST -> containers and fences as other generators have them, each on its own lines: notes are no code,
 * options no text. Sources: myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html and
 * sphinx-design.readthedocs.io. Directives that are not listed stay as they are.
 */

/** Lines of options of one directive. */
const MAX_OPTIONS = 60

const DIRECTIVE = /^([ \t>]*)(`{3,}|~{3,}|:{3,})\{([\w:.+-]{1,60})\}[ \t]*(.*)$/
const FENCE = /^[ \t>]*(`{3,}(?=[^`]*$)|~{3,}|:{3,})(.*)$/
const OPTION = /^[ \t>]*:[A-Za-z][\w-]*:(?:[ \t].*)?$/
/** The line before and after options in YAML. */
const YAML_BOUND = /^[ \t>]*-{3}[ \t]*$/

/** Names whose content is code, in the language that follows. */
const CODE = /^(?:code|code-block|code-cell|sourcecode)$/
/** Names whose content is text: those whose words are a title, and those whose words name a layout, file or target. */
const TITLED = new RegExp(
  '^(?:note|tip|hint|important|warning|attention|caution|danger|error|seealso|todo|admonition|topic|sidebar|dropdown|' +
    'tab-item|card|grid-item-card|version(?:added|changed|removed)|deprecated)$',
)
const UNTITLED =
  /^(?:div|container|grid|grid-item|card-carousel|tab-set|image|figure|button-(?:ref|link)|only|epigraph|pull-quote)$/

/** A directive or code that is open, and the marks that end it now. */
interface Open {
  readonly marks: string
  readonly written: string
  readonly isCode: boolean
}

/** The text without notations of MyST that others don't have. */
export function withoutMyst(text: string): string {
  if (!/[`~:]{3}\{/.test(text)) return text
  const lines = text.split('\n')
  const open: Open[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const [, marks = '', rest = ''] = FENCE.exec(line) ?? []
    const inner = open.at(-1)
    if (marks === '') continue
    if (inner !== undefined && marks.startsWith(inner.marks) && rest.trim() === '') {
      open.pop()
      lines[at] = line.replace(marks, inner.written)
    } else if (inner?.isCode !== true) {
      const [, before = '', , name = '', words = ''] = DIRECTIVE.exec(line) ?? []
      const isCode = CODE.test(name)
      if (isCode || TITLED.test(name) || UNTITLED.test(name)) {
        const written = (isCode ? '`' : ':').repeat(marks.length)
        const start = isCode ? words : `${name} ${UNTITLED.test(name) ? '' : words}`
        const options = optionsAfter(lines, at)
        lines.fill(before, at, at + options)
        at += options
        lines[at] = `${before}${written}${start}`.trimEnd()
        open.push({ marks, written, isCode })
      } else if (!marks.startsWith(':')) {
        open.push({ marks, written: marks, isCode: true })
      }
    }
  }
  return lines.join('\n')
}

/** Number of lines with options below a line. */
function optionsAfter(lines: readonly string[], at: number): number {
  const next = lines.slice(at + 1, at + 1 + MAX_OPTIONS)
  if (YAML_BOUND.test(next[0] ?? '')) return next.findIndex((line, i) => i > 0 && YAML_BOUND.test(line)) + 1
  const end = next.findIndex((line) => !OPTION.test(line))
  return end === -1 ? next.length : end
}
