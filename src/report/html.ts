/** A report as one HTML page without scripts and external resources. */
import { count } from '../base/count.ts'
import { KINDS, type Kind, type NearSection, type Report, type ReportedTopic, readersOf } from './report.ts'
import { LISTS, meaningOf, READERS_WORDS, skippedOf, sumsOf } from './wording.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2rem }
code { background: color-mix(in srgb, currentColor 9%, transparent); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere }
li { margin: .5rem 0 } .advice { opacity: .8 }
table { border-collapse: collapse } th, td { padding: .2rem .9rem .2rem 0; text-align: right } th:first-child, td:first-child { text-align: left }
`

/** The whole page. */
export function formatHtml(report: Report): string {
  const { from, to, days, topQueries } = report
  const skipped = skippedOf(report)
  const body = [
    '<h1>What readers asked</h1>',
    `<p>${from === null ? 'The log has no searches and no answers.' : `${from} to ${to}: ${escape(sumsOf(report))}.`}`,
    `<p>${READERS_WORDS.replace('code spans', 'boxes')}`,
    ...(skipped === '' ? [] : [`<p>Of the log, ${escape(skipped)}.`]),
    ...KINDS.flatMap((kind) => formatList(kind, report)),
    '<h2>Top queries</h2>',
    list(topQueries.map((topic) => `${code(topic.query)}${variantsOf(topic)}: ${count(topic.readers, 'reader')}`)),
    '<h2>Searches and answers a day</h2>',
    '<table><tr><th>day<th>searches<th>answers',
    ...days.map(({ day, searches, answers }) => `<tr><td>${escape(day)}<td>${searches}<td>${answers}`),
    '</table>',
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>What readers asked</title>
<style>${STYLE}</style>
</head>
<body>
${body.join('\n')}
</body>
</html>
`
}

function formatList(kind: Kind, report: Report): readonly string[] {
  const items = report[kind].map((topic) => itemOf(kind, topic))
  return [`<h2>${LISTS[kind].heading}</h2>`, `<p>${meaningOf(kind, report)}`, list(items)]
}

function list(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ul>\n${items.map((item) => `<li>${item}`).join('\n')}\n</ul>`
}

function itemOf(kind: Kind, topic: ReportedTopic): string {
  const { nearest, missing = [], reasons = {}, notes = [], advice } = topic
  const facts = [
    `${readersOf(topic)} ${LISTS[kind].verb} ${code(topic.query)}${variantsOf(topic)}`,
    ...(nearest.length === 0 ? [] : [`nearest: ${nearest.map(nameOf).join(', ')}`]),
    ...Object.entries(reasons).map(([reason, number]) => `${number} × ${escape(reason)}`),
    ...(notes.length === 0 ? [] : [`notes: ${notes.map(code).join(', ')}`]),
    ...(missing.length === 0 ? [] : [`no section has ${missing.map(code).join(', ')}`]),
  ]
  return `${facts.join('; ')}<br><span class="advice">${escape(advice)}</span>`
}

function variantsOf({ variants }: Pick<ReportedTopic, 'variants'>): string {
  return variants.length === 0 ? '' : ` (also ${variants.map(code).join(', ')})`
}

function nameOf({ id, title }: NearSection): string {
  return title === undefined ? code(id) : `${escape(title)} (${code(id)})`
}

/** Its own direction of writing, so that right-to-left text doesn't turn the words around it. */
function code(text: string): string {
  return `<code dir="auto">${escape(text)}</code>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
