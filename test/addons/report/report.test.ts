import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatJudgedQueries, formatMarkdown } from '../../../src/addons/report/formats.ts'
import type { Kind } from '../../../src/addons/report/report.ts'
import type { LogLine } from '../../../src/core/question-log.ts'
import { answerLine, emptySearch, reported, searchLine, times, verdictLine } from '../../support/question-log.ts'

/** Query, affected and all readers of each topic in a list. */
async function listed(kind: Kind, lines: readonly LogLine[]): Promise<unknown[]> {
  const { report } = await reported(lines)
  return report[kind].map(({ query, affected, readers }) => [query, affected, readers])
}

const OTHERS = times(40, (at) => searchLine(`install plugin${at % 4}`))

test('a report joins groups with mostly the same words, and keeps a gap apart from a neighbor that readers are served by', async () => {
  const served = times(20, () => searchLine('rate limit'))
  const gap = times(12, () => emptySearch('rate limit headers'))
  const near = times(2, () => emptySearch('rate limit headers list'))
  assert.deepEqual(await listed('withoutResults', [...OTHERS, ...served, ...gap, ...near]), [['rate limit headers', 14, 14]])
})

test('a report lists topics from three readers on, if half of them found nothing', async () => {
  assert.deepEqual(await listed('withoutResults', times(2, () => emptySearch('throttle'))), [])
  assert.deepEqual(await listed('withoutResults', times(3, () => emptySearch('throttle'))), [['throttle', 3, 3]])
  const mixed = [...times(4, () => emptySearch('throttle')), ...times(5, () => searchLine('throttle'))]
  assert.deepEqual(await listed('withoutResults', mixed), [])
})

test('one page view counts once in a topic, also in several of its groups', async () => {
  const again = times(50, (at) => emptySearch(at % 2 === 0 ? 'throttle requests' : 'throttle all requests', { view: 'one' }))
  assert.deepEqual(await listed('withoutResults', [...again, ...times(2, () => emptySearch('throttle requests'))]), [['throttle requests', 3, 3]])
})

test('a reader who found something, or got an answer later, is not counted', async () => {
  const lines = times(9, (at) => emptySearch('throttle', { view: `r${at}` }))
  const found = times(9, (at) => searchLine('throttling', { view: `r${at}` }))
  assert.deepEqual(await listed('withoutResults', [...lines, ...found]), [])
  const asked = times(9, (at) => answerLine('throttle?', { view: `r${at}`, outcome: 'not-covered', support: 'ungrounded' }))
  const answered = times(9, (at) => answerLine('how to throttle', { view: `r${at}` }))
  assert.equal((await listed('notCovered', asked)).length, 1)
  assert.deepEqual(await listed('notCovered', [...asked, ...answered]), [])
})

test('queries without clicks are those with far fewer clicks than others', async () => {
  const unclicked = (query: string, count: number) => times(count, () => searchLine(query, { click: undefined }))
  const lines = [...times(100, (at) => searchLine(`topic${at % 5} of others`)), ...unclicked('topic0 of others', 10)]
  assert.deepEqual(await listed('withoutClicks', [...lines, ...unclicked('throttle', 20), ...unclicked('cache', 4)]), [['throttle', 20, 20]])
  assert.deepEqual(await listed('withoutClicks', unclicked('throttle', 50)), [], 'a log without clicks says nothing about them')
})

test('a click of its own line belongs to the search of its reader', async () => {
  const searches = times(20, (at) => searchLine('throttle', { view: `r${at}`, click: undefined }))
  const clicks = times(20, (at): LogLine => ({ type: 'click', at: '2026-11-22T10:01:00Z', view: `r${at}`, query: 'Throttling', rank: 1, id: 'limits' }))
  const { report, topics } = await reported([...OTHERS, ...searches, ...clicks])
  assert.deepEqual(report.withoutClicks, [])
  assert.equal(report.clickRate, 1)
  assert.equal(formatJudgedQueries(topics).split('\n')[0], '{"text":"throttle","rel":{"limits":2}}')
})

test('answers are listed by outcome and support', async () => {
  const lines = [
    ...times(3, () => answerLine('can it fly', { outcome: 'not-covered', support: 'ungrounded' })),
    ...times(4, () => answerLine('weak topic', { support: 'weak' })),
    ...times(5, () => answerLine('good topic')),
    ...times(6, () => answerLine('stopped topic', { outcome: 'cancelled' })),
  ]
  assert.deepEqual(await listed('notCovered', lines), [['can it fly', 3, 3]])
  assert.deepEqual(await listed('weaklySupported', lines), [['weak topic', 4, 4]])
})

test('the last verdict on an answer counts, in whatever order lines come', async () => {
  const answers = times(4, (at) => answerLine('old topic', { id: `old${at}` }))
  const down = times(4, (at) => verdictLine(`old${at}`, 'down', { reason: at < 3 ? 'outdated' : 'wrong', note: ' since\n v2 ' }))
  const { report: { votedDown: [topic] } } = await reported([...down, ...answers, verdictLine('unknown', 'down')])
  assert.deepEqual([topic?.query, topic?.affected, topic?.reasons, topic?.notes], ['old topic', 4, { outdated: 3, wrong: 1 }, ['since v2']])
  const later = times(2, (at) => verdictLine(`old${at}`, 'up', { at: '2026-11-22T11:00:00Z' }))
  const earlier = times(4, (at) => verdictLine(`old${at}`, 'up', { at: '2026-11-22T09:00:00Z' }))
  const again = times(10_001, () => verdictLine('other', 'down', { note: 'again' }))
  assert.deepEqual((await reported([...again, ...down, ...answers])).report.votedDown[0]?.notes, ['since v2'])
  assert.deepEqual(await listed('votedDown', [...later, ...answers, ...down]), [])
  assert.equal((await listed('votedDown', [...answers, ...down, ...earlier])).length, 1)
})

test('a topic is voted down by more readers than chance explains, given how rarely others are', async () => {
  const voted = (query: string, id: string, verdicts: readonly ('up' | 'down' | null)[]) => verdicts.flatMap((verdict, at) => [
    answerLine(query, { id: `${id}${at}` }), ...(verdict === null ? [] : [verdictLine(`${id}${at}`, verdict)]),
  ])
  const quiet = voted('good topic', 'g', Array(60).fill(null))
  const mixed = voted('images topic', 'i', [...Array(30).fill(null), 'down', 'down', 'down', 'up', 'up'])
  assert.deepEqual(await listed('votedDown', [...quiet, ...mixed]), [])
  assert.deepEqual(await listed('votedDown', [...quiet, ...mixed, ...voted('old topic', 'o', ['down', 'down', 'down'])]), [['old topic', 3, 3]])
})

test('a list says how many topics have too few readers for it, and why it is empty', async () => {
  const { report } = await reported([...times(2, () => emptySearch('throttle')), emptySearch('grpc bridge'), ...times(4, () => emptySearch('kerberos'))])
  assert.deepEqual(report.rare, { withoutResults: 2, withoutClicks: 0, notCovered: 0, weaklySupported: 0, votedDown: 0 })
  const markdown = formatMarkdown(report)
  assert.match(markdown, /## Queries without results\n\nReaders searched and found nothing\. Not listed: 2 topics of fewer than 3 readers\.\n\n- 4 readers/)
  assert.match(markdown, /## Queries without clicks\n\nNone: the log has no clicks\.\n/)
  const few = formatMarkdown((await reported([emptySearch('throttle')])).report)
  assert.match(few, /## Queries without results\n\nNone\. Not listed: 1 topic of fewer than 3 readers\.\n/)
})

test('a topic of twenty readers is found among sixty thousand that one reader each asks for', async () => {
  const lines = times(60_000, (at) => at % 3_000 === 0 ? emptySearch('throttle requests') : emptySearch(`q${at} once${at}`))
  const { report } = await reported(lines)
  assert.deepEqual(report.withoutResults.map(({ query, readers }) => [query, readers]), [['throttle requests', 20]])
  assert.ok(report.leftOut > 30_000 && report.leftOut < 60_000, String(report.leftOut))
})

test('a report does not depend on the order of readers', async () => {
  const lines = [...OTHERS, ...times(9, (at) => emptySearch(`throttle request${at % 3}`)), ...times(9, () => searchLine('caching'))]
  const [one, other] = [await reported(lines), await reported(lines.toReversed())]
  assert.deepEqual(one.report, other.report)
})

test('judged queries are those whose section several readers opened', async () => {
  const opened = (query: string, id: string, count: number) => times(count, () => searchLine(query, { click: { rank: 1, id } }))
  const { topics } = await reported([...opened('a topic', 'main', 6), ...opened('a topic', 'second', 3), ...opened('a topic', 'once', 1), ...opened('rare', 'x', 1)])
  assert.equal(formatJudgedQueries(topics), '{"text":"a topic","rel":{"main":2,"second":1}}\n')
})

test('a report counts days and lines, and those that it can\'t read', async () => {
  const lines = [
    '{', 'null', '[]', '{"v":2,"type":"search"}', '{"v":1}', '{"v":1,"type":"search","at":"2026-11-22T10:00:00Z"}', '{"v":1,"type":"search","at":"today","query":"a","results":1}',
    '{"v":1,"type":"other","at":"2026-11-22T10:00:00Z"}', '{"v":1,"type":"verdict","at":"2026-11-22T10:00:00Z","answer":1,"verdict":"up"}',
    '{"v":1,"type":"click","at":"2026-11-22T10:00:00Z","query":"a","rank":1}', '{"v":1,"type":"answer","at":"2026-11-22T10:00:00Z","id":"a","query":"a","outcome":"x","support":"weak"}',
    searchLine('a'), searchLine('b', { at: '2026-11-20T10:00:00Z' }), answerLine('c'),
  ]
  const { report } = await reported(lines)
  assert.deepEqual(report.lines, { searches: 2, answers: 1, clicks: 0, verdicts: 0, broken: 10, otherVersions: 1, leftOut: 0 })
  assert.deepEqual(report.days, [{ day: '2026-11-20', searches: 1, answers: 0 }, { day: '2026-11-22', searches: 1, answers: 1 }])
  assert.deepEqual([report.from, report.to], ['2026-11-20', '2026-11-22'])
})

test('a report covers a bounded number of lines, and says how many it leaves out', async () => {
  const lines = [...times(3, () => emptySearch('throttle')), '{', ...times(1_200, () => emptySearch('cache'))]
  const { report } = await reported(lines, null, 3)
  assert.deepEqual(report.lines, { searches: 3, answers: 0, clicks: 0, verdicts: 0, broken: 1, otherVersions: 0, leftOut: 1_200 })
  assert.deepEqual(report.topQueries.map(({ query }) => query), ['throttle'])
  assert.match(formatMarkdown(report), /\nOf the log, 1 line can't be read; 1,200 lines after the first 3 are left out: report on fewer days at a time\.\n/)
})

test('queries without words, in other scripts, and with odd types of members are counted', async () => {
  const lines = [...times(3, () => emptySearch('??')), ...times(3, () => emptySearch('レート制限')), ...times(3, () => emptySearch('wie kann ich das Limit setzen')), emptySearch('')]
  const { report } = await reported([...lines, '{"v":1,"type":"search","at":"2026-11-22T10:00:00Z","query":"x","results":0,"top":[1,{}],"view":7,"click":"x"}'])
  assert.deepEqual(report.withoutResults.map(({ query }) => query).sort(), ['??', 'wie kann ich das Limit setzen', 'レート制限'].sort())
})
