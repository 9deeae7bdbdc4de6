import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROSE, toLines, zoneAt } from '../../../../src/core/search/show/lines.ts'
import { laidOut } from '../../../support/layout.ts'

function zonesOf(marked: string) {
  const { text, layout } = laidOut(marked)
  const lines = toLines(text, layout)
  return [lines.text, ...lines.zones.map(({ start, end, isHeader }) => `${isHeader ? 'header ' : ''}${lines.text.slice(start, end)}`)]
}

test('toLines() leaves out indents and empty lines', () => {
  assert.deepEqual(toLines('  One\n\n\t two  \n', PROSE), { text: 'One\ntwo', zones: [] })
})

test('toLines() joins cells, and gives rows and code as zones', () => {
  assert.deepEqual(zonesOf('See:\n\n=Name\tDefault=\n|a\t1|\n\n~  run()\n\n  end()~\n\nEnd.'), [
    'See:\nName · Default\na · 1\nrun()\nend()\nEnd.',
    'header Name · Default', 'a · 1', 'run()\nend()',
  ])
})

test('toLines() leaves out zones inside others, and those beyond the text', () => {
  const rows = [{ start: 0, end: 4, isHeader: false, cells: [] }, { start: 5, end: 30, isHeader: false, cells: [{ start: 5, end: 30 }] }]
  const code = [{ start: 2, end: 4, isBlock: true }, { start: 6, end: 7, isBlock: false }, { start: 40, end: 50, isBlock: true }]
  assert.deepEqual(toLines('abcd efgh', { rows, code }).zones, [
    { start: 0, end: 4, isHeader: false },
    { start: 5, end: 9, isHeader: false },
  ])
})

test('zones change nothing but cells', () => {
  const text = ' a \n\n  b\n c  \n\n\n  d e\n\n '
  for (let start = 0; start < text.length; start += 1) {
    for (let end = start + 1; end <= text.length; end += 1) {
      const lines = toLines(text, { rows: [], code: [{ start, end, isBlock: true }] })
      assert.equal(lines.text, toLines(text, PROSE).text, `${start} to ${end}`)
      for (const zone of lines.zones) assert.equal(lines.text.slice(zone.start, zone.end).trim(), text.slice(start, end).trim().replace(/\n\s+/g, '\n'))
    }
  }
})

test('zoneAt() gives the zone at an offset', () => {
  const zones = [{ start: 2, end: 4, isHeader: false }, { start: 4, end: 6, isHeader: true }, { start: 8, end: 9, isHeader: false }]
  assert.deepEqual([0, 2, 3, 4, 6, 8, 9].map((offset) => zoneAt(zones, offset)?.start ?? null), [null, 2, 2, 4, null, 8, null])
})
