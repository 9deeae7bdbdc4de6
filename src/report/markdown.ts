/**
 * A report as Markdown. Text of readers is untrusted (mentions, `fixes #12`, images, HTML). It is only in code spans,
 * whose content renderers don't parse, and never in a table, where a pipe would end the cell.
 */
import { count } from '../base/count.ts'
import { KINDS, type Kind, type NearSection, type Report, type ReportedTopic, readersOf } from './report.ts'
import { LISTS, meaningOf, READERS_WORDS, skippedOf, sumsOf } from './wording.ts'

/** The whole report. */
export function formatMarkdown(report: Report): string {
  const { from, to, days, topQueries } = report
  const skipped = skippedOf(report)
  return (
    [
      '# What readers asked',
      from === null ? 'The log has no searches and no answers.' : `${from} to ${to}: ${sumsOf(report)}.`,
      READERS_WORDS,
      ...(skipped === '' ? [] : [`Of the log, ${skipped}.`]),
      ...KINDS.flatMap((kind) => formatList(kind, report)),
      ...section(
        'Top queries',
        topQueries.map((topic) => `- ${codeSpan(topic.query)}${variantsOf(topic)}: ${count(topic.readers, 'reader')}`),
      ),
      ...section('Searches and answers a day', [
        '| day | searches | answers |',
        '|---|---:|---:|',
        ...days.map(({ day, searches, answers }) => `| ${day} | ${searches} | ${answers} |`),
      ]),
    ].join('\n\n') + '\n'
  )
}

/**
 * The gaps as a list of tasks for an issue tracker; empty if there are none. A topic of several kinds is listed once.
 */
export function formatGaps(report: Report): string {
  const listed = new Set<string>()
  const tasks = KINDS.flatMap((kind) => report[kind].flatMap((topic) => {
    if (listed.has(topic.query)) return []
    listed.add(topic.query)
    return `- [ ] ${lineOf(kind, topic)}`
  }))
  return tasks.length === 0 ? '' : `${READERS_WORDS}\n\n${tasks.join('\n')}\n`
}

function formatList(kind: Kind, report: Report): readonly string[] {
  return [
    `## ${LISTS[kind].heading}`,
    meaningOf(kind, report),
    ...joined(report[kind].map((topic) => `- ${lineOf(kind, topic)}`)),
  ]
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${heading}`, lines.join('\n')]
}

function joined(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.join('\n')]
}

/** `12 readers found nothing for `rate limit` (also …); nearest: …; no section has `throttle`: add …` */
function lineOf(kind: Kind, topic: ReportedTopic): string {
  const { nearest, missing = [], reasons = {}, notes = [], advice } = topic
  const facts = [
    `${readersOf(topic)} ${LISTS[kind].verb} ${codeSpan(topic.query)}${variantsOf(topic)}`,
    ...(nearest.length === 0 ? [] : [`nearest: ${nearest.map(nameOf).join(', ')}`]),
    ...Object.entries(reasons).map(([reason, number]) => `${number} × ${reason}`),
    ...(notes.length === 0 ? [] : [`notes: ${notes.map(codeSpan).join(', ')}`]),
    ...(missing.length === 0 ? [] : [`no section has ${missing.map(codeSpan).join(', ')}`]),
  ]
  return `${facts.join('; ')}: ${advice}`
}

function variantsOf({ variants }: Pick<ReportedTopic, 'variants'>): string {
  return variants.length === 0 ? '' : ` (also ${variants.map(codeSpan).join(', ')})`
}

/** A section by its title in the content, else by its id from the log. */
function nameOf({ id, title }: NearSection): string {
  return title === undefined ? codeSpan(id) : `${codeSpan(title)} (${codeSpan(id)})`
}

/** A text on one line as a code span, whatever backticks it has (CommonMark 0.31, 6.1). */
export function codeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map(({ length }) => length)))
  const pad = text === '' || text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${text}${pad}${fence}`
}
