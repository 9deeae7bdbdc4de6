/** What reads any text, or any number of things, takes work in proportion to them. One row a function. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSite } from '../../src/index.ts'
import { readContentConfig } from '../../src/addons/astro/config/astro-config.ts'
import { readScript } from '../../src/addons/astro/config/script.ts'
import { findBlocks } from '../../src/addons/overlay/markdown/markdown.ts'
import { tokensOf } from '../../src/addons/overlay/markdown/tokens.ts'
import { findTerms, indexTerms } from '../../src/addons/reader/html/terms.ts'
import { createMarkdownGate, numberLinks } from '../../src/cli/terminal/answer-view.ts'
import { parseTextCalls } from '../../src/core/answer/call-dialects.ts'
import { createGate, endTurn, pushText } from '../../src/core/answer/gate.ts'
import { createGrounding, keepLinks } from '../../src/core/answer/ground/ground.ts'
import { unsupportedStatements } from '../../src/core/answer/ground/statements.ts'
import { readUnits } from '../../src/core/answer/ground/units.ts'
import { createRedactor, maskPersonal } from '../../src/core/base/redact.ts'
import { decodeText } from '../../src/core/content/bytes.ts'
import { pathPattern } from '../../src/core/content/generators/path-pattern.ts'
import { createSlugger } from '../../src/core/content/generators/heading-ids.ts'
import { readHtml } from '../../src/core/content/html/html.ts'
import { parseConfig, readImports, readLiteral } from '../../src/core/content/menus/config-values.ts'
import { readMenu, readSummary } from '../../src/core/content/menus/menu.ts'
import { canonicalPages } from '../../src/core/content/site/canonical.ts'
import { readSitemap } from '../../src/core/content/site/sitemap.ts'
import { firstSentences, standsAlone } from '../../src/core/graph-builder/prose/sentence.ts'
import { readSpelling } from '../../src/core/graph-builder/prose/spelling.ts'
import { findFacts } from '../../src/core/graph-builder/rules/facts.ts'
import { findDefinitions } from '../../src/core/graph-builder/rules/glossary.ts'
import { questionOf } from '../../src/core/graph-builder/rules/suggestions.ts'
import { decodeGraph } from '../../src/core/graph/graph.ts'
import { nearestNames } from '../../src/core/graph/names.ts'
import { createRateLimit } from '../../src/core/http/wire/rate-limit.ts'
import { parseArguments } from '../../src/core/llm/arguments.ts'
import { createThinkFilter } from '../../src/core/llm/client/thinking.ts'
import { createCallAssembly } from '../../src/core/llm/protocols/chat.ts'
import { createLineSplitter } from '../../src/core/node/server/stdio.ts'
import { createTopList } from '../../src/core/search/rank/search.ts'
import { createExcerpt } from '../../src/core/search/show/excerpt.ts'
import { createFindMatches } from '../../src/core/search/show/match.ts'
import { createSseParser } from '../../src/core/sse/event-stream.ts'
import { createChain } from '../../src/core/text/analyze.ts'
import { createClassTable } from '../../src/core/text/character.ts'
import { splitIdentifier } from '../../src/core/text/identifier.ts'
import { stemEnglish } from '../../src/core/text/english-stemmer.ts'
import { chunk, textWithCode } from '../support/chunk.ts'
import { checkGrowth, checkLinear } from '../support/fuzz.ts'
import { graph, node } from '../support/graph.ts'
import { groundingSources } from '../support/grounding-sources.ts'
import { SOURCE_URLS } from '../support/hostile-answers.ts'
import { laidOut } from '../support/layout.ts'
import { queryTermsOf } from '../support/search-index.ts'
import { createSegment } from '../support/segment.ts'
import { siteOf } from '../support/site-of.ts'

const PROSE = ['a', 'A', 'the ', 'Use ', 'a-', 'A-a', '’s', ', ', '. ', 'is a ', 'are ', '(A', ' (AB)', '\n', '`x`', '?', ' of ', 'Static Site ']
const classTable = createClassTable()
const excerpt = createExcerpt(createFindMatches(createChain('en')))
const WORDS = queryTermsOf('route page')
const LINKED = new Set(['/routing/#static', 'https://docs.example/a', '/a(b', 'www.x', '//x'])

/** The longest part that a terminal shows of an answer in these pieces, which is bounded. */
function showParts(pieces: Iterable<string>): void {
  const gate = createMarkdownGate(({ text }) => assert.ok(text.length <= 4_096, text.slice(0, 20)))
  for (const piece of pieces) gate.push(piece)
  gate.end()
}

/** What is shown of one turn of a model. */
function playTurn(pieces: readonly string[]): void {
  const gate = createGate()
  for (const piece of pieces) pushText(gate, piece)
  endTurn(gate)
}

/** An answer a character at a time, then checked against the texts of its sources. */
function checkAnswer(answer: string, texts: readonly string[], urls = SOURCE_URLS): void {
  const grounding = createGrounding(groundingSources(urls, (address) => address.includes('known')))
  for (const char of answer) grounding.push(char)
  grounding.end()
  const sources = { question: '', textOf: (source: number) => texts[source - 1] ?? '', texts: () => texts }
  unsupportedStatements(readUnits(grounding.report(), (each) => each), sources)
}

const GATE = ['[', '[a ', '`', '```', '](', '\n [', '[\n   ', ' ', 'a', '~~~']
const readPage = (text: string) => readHtml({ path: 'a.html', text }, { depth: 6 })

/** Functions of text: the length that the text has in `npm run long`, and the pieces that it consists of, each by itself. */
const TEXTS: Readonly<Record<string, readonly [length: number, pieces: readonly string[], work: (text: string) => void]>> = {
  'numberLinks()': [100_000, ['[', ']', '](', '[](', '(', '[a](', '`', '`a``', '![', '[a](/a/)'], (text) => numberLinks(text, () => 1)],
  'createMarkdownGate()': [400_000, GATE, (text) => showParts([text])],
  'createGate()': [400_000, [' ', '*', '`', 'NOT_IN_DOC', 'A', '\n', '\n>', 'ANSWER'], (text) => playTurn([text])],
  'createGrounding()': [20_000, [
    '[', ']', '](', '[](', '![', '<a ', '<', '`', '` ', '``` ', 'https://', '!', 'www.', '\\', '[a](x', '<a href=', '[x]:', '\n> ', '(', '&', '&a', '~', '.a', '@',
    'a@a', '|', '- ', '\n- ', ' ', '[9] ', ' [9].', '\n\t', '- a\n\n\t```\n\t\t', '```\n', '\n```\n  ', '【', '[a][', `${'`'.repeat(99)} `, ' `` ` ```', '//', 'h', ')',
    '[1]', '\t', '> ```\n', `\`\`\`\n${' '.repeat(200)}`, '1.',
  ], (text) => checkAnswer(text, [])],
  'keepLinks()': [50_000, ['[', '](', '[](', '![', '<a ', '`', '``` ', 'https://', '!', 'www.', '\\', '[a](x', '<a href=', '[x]:', '\n> ', '('], (text) => keepLinks(text, LINKED)],
  'unsupportedStatements()': [60_000, [
    'word ', '`a` ', '`A.b` ', '--a ', 'v1', '1.2', '60 s ', ' *', 'aB', '1x', '111 ', '.', '-', '`', '```\n', '\n', '\n \t', ' ', 'a', '@a/', '/', '_', '| a ', '[1](/a/)', '. ',
  ], (text) => checkAnswer(text, ['Run npm run build -- --prod.\n\nSet `base: "/docs"`.', 'The --port flag takes a number.', 'a'.repeat(200)])],
  'unsupportedStatements(), of hostile sections,': [60_000, ['_a', '._a', 'a ', '|', ' | ', '`a` (b) ', '- `a`\n', 'a: 1, ', '111 ', '1h'], (text) => {
    for (const before of ['', '| a | `a', '|-|-|\n| `a', '```\n', '`a` (']) checkAnswer('With `x` it is 5 seconds [1].', [`Page › x\n${before}${text}`])
  }],
  'parseTextCalls()': [200_000, [
    '<parameter=x', '<parameter name="x" ', ' ', 'a', '{', '"', '<query>', '<arg_key>', '<search> <query>', '<function=search>', 'search("', '>>>search ',
  ], (text) => {
    for (const before of ['', '<invoke name="search">', '<tool_call>search', 'search(query="']) parseTextCalls(before + text)
  }],
  'findBlocks()': [32_000, [
    '[', ']', '(', '*', '**', '_', '`', '```', '~~', '|', '-', '\n', '> ', '- ', '1. ', '<', 'a', ' ', '\\', '&', '#', '**a ', '[a', '[a](', '](', '`a``',
    '|-', '- a\n', '> > ', '\n  ',
  ], (text) => {
    for (const block of findBlocks(text)) block.read({ isLink: (href) => href === '/a/#b', isOpen: true })
  }],
  'tokensOf()': [100_000, ['"', '/*', "'\\", '`'], (text) => tokensOf(`'${text}`)],
  'findTerms(), with as many terms,': [20_000, ['abc ', 'ab', '日'], (text) => {
    const glossary = Array.from({ length: text.length / 20 }, (_, i) => ({ term: `abc${i}`, aliases: [`日${i}`], definition: '' }))
    findTerms(text, { start: 0, end: text.length }, indexTerms(glossary), new Set())
  }],
  'readHtml()': [100_000, [
    '<div>', '<', '</', '<a ', '<a href=#>#', '<!--', '<b><div>', '<ul><li>x', '<table><tr><td>', '<td>x<br>', '<pre>', '<p hidden>', '<svg><p>', '<h2 id=a>', '<a id=x></a><h2></h2>',
    '<header>', '<p data-pagefind-body>x', '&#x', '<math><annotation>', '<title>a - ', '<script>', '<![CDATA[', '<p class="', '<p data-ask-title>x',
    '<i data-pagefind-meta="a,title">', '<p data-pagefind-ignore><b data-pagefind-weight=1>',
  ], readPage],
  'createExcerpt()': [1_000_000, ['route ', 'a', '漢', '😀', 'e\u0301', ' \n', 'page.route '], (text) => excerpt(text, WORDS)],
  'createExcerpt(), of a layout,': [400_000, ['|route\tpage|\n', '=a\troute=\n', '~route~\n', '~a~|b|=c='], (marked) => {
    const { text, layout } = laidOut(marked)
    excerpt(text, WORDS, layout)
  }],
  'createRedactor()': [500_000, [
    'sk-', 'sk-a', 'eyJ', 'eyJaaaaaaaa', 'eyJaaaaaaaa.', 'Bearer ', 'bearer a', '://', '://a', 'a://a:a', '?key=', '&', '@', 'a', '-',
    '-----BEGIN PRIVATE KEY-----', '-----BEGIN ', '\\n', 'authorization:', 'AKIA', '"', ' ', 'kY7/"', '\ud800',
    '-----BEGIN PRIVATE KEY-----a-', '-----END ', '-', '-----BEGIN A', 'password":"', "password':'", 'password":\\"', 'password":"a ', 'secret=', 'secret=a', '://a:a/', '://a:', '://:a/@',
  ], createRedactor(['kY7/"x+Q=\\9zz?w'])],
  'maskPersonal()': [500_000, ['a', 'a@', 'a@a.', 'a.', '@', '1', '1 ', '1.', '+1', '(1', ':', 'a:', '::', 'f', '?', '?a', 'a?%', '-', '/', 'aA1', 'é', '0-'], maskPersonal],
  'decodeText()': [1_000_000, ['\xe9', 'a\xe9', '\xe9\xe9\xe9 ', 'a\xb9a', '\xc3', '\xc3\xa9\xff', '\x93\n'], (text) => decodeText(Buffer.from(text, 'latin1'))],
  'readScript()': [1_000_000, ['/', "'", '`${', '/*', 'a/*', '{', '(', 'a/b ', ')/ ', ')/\n', "'\\'' ", '`${a}` ', '// x\n', 'import ', ' ', ' /', '= '], readScript],
  'readContentConfig()': [1_000_000, ['a = defineCollection(', 'a:defineCollection([', '/*', 'a', "'", "\\'", '`', '(', ' ', 'collections = {', 'a: b '], readContentConfig],
  'readLiteral() and readMenu()': [260_000, [
    '{/*', "{'\\", '{', '[', '(', 'a: ', '...b', "'", '`', '/*', '// x\n', 'c(', 'const a = [a]\n', "{ text: 'x', items: [", ']', '}', ',', '"k": "v",',
  ], (text) => readMenu(readLiteral(`export default {${text}`), false)],
  'readImports()': [260_000, [
    'import ', 'import a ', '\nimport a', '\nimport {a', 'import a,', ' from ', " from './a'\n", 'const a = ', 'const {a', 'const a', 'require(', "require('./", ' ', '{', 'a,',
  ], readImports],
  'parseConfig(), of Python': [200_000, ['a = [1]\n', 'a = [\n', 'a += (', ' #', "'", '"', "\\'", '\\"', "r'", "'\\\n", 'a: ', 'a', '1.', ']+a(', 'a + ['], (text) => parseConfig('conf.py', text)],
  'readSummary()': [400_000, ['[', '](', 'a.md)', '- [a](b.md)\n', '  ', '# a\n', '\\', '`', '\n'], readSummary],
  'readSitemap()': [400_000, ['<url>', '<loc>', '</loc>', '<', '<!--', '-->', '<![CDATA[', ']]>', 'x', '<urlset>', '<image:loc>'], (text) => readSitemap(`<urlset>${text}`)],
  'pathPattern()': [100_000, ['[', '@(', '{.', '(?:', '(a|', '[[:', '*a', 'a?', '**/', '\\'], (text) => {
    for (const dialect of ['ignored', 'glob', 'go', 'python'] as const) pathPattern(text, dialect).fits('a/'.repeat(100))
  }],
  'splitIdentifier()': [400_000, ['a.', 'aB', 'a/b.c-d', '-_', 'a../'], (text) => splitIdentifier(text, classTable)],
  'stemEnglish()': [400_000, ['y', 'ay', 's', "'", 'ing'], stemEnglish],
  'walk() of segments': [300_000, ['a', 'a.', '漢', 'ก', '-', "a'", '😀', '\u0301', '=', '=.', '1,', '1,000', "'000", '\u00a0000', '😀\u200d', "l'"], createSegment()],
  'firstSentences()': [300_000, ['a', '.', '. ', '\n', 'a\n', '`x`. ', 'A.B ', '...)))', '\t', '。'], (text) => firstSentences(textWithCode(text), Infinity)],
  'findFacts()': [300_000, ['a', '1', '1,', '`a` ', '-', '--a ', 'A_', 'v1.', 'a@', '\t', 'Default\t', 'Default: ', 'http://', '(', '1 ', 'a\n', '`"a": 1` '], (text) => {
    const given = chunk(text)
    findFacts(given)
    for (const lang of ['json', 'sh']) findFacts({ ...given, code: [{ start: 0, end: given.text.length, isBlock: true, lang }] })
  }],
  'readSpelling() and questionOf()': [100_000, PROSE, (text) => {
    const spelling = readSpelling([chunk(text, { heading: text })])
    for (const isEnglish of [true, false]) questionOf(`Use ${text}`, spelling, () => isEnglish)
    questionOf(`What ${text}?`, spelling, () => true)
  }],
  'findDefinitions() and standsAlone()': [100_000, PROSE, (text) => {
    for (const heading of ['Glossary', text.slice(0, 50)]) {
      const section = chunk(text, { heading })
      findDefinitions(section, firstSentences(section, 120))
    }
    standsAlone(text)
  }],
}

for (const [name, [length, pieces, work]] of Object.entries(TEXTS)) {
  test(`${name} takes time in proportion to the text`, () => checkLinear(length, pieces, work))
}

const LABELS = ['a', 'b', 'c', 'd']
const NAMES = Array.from({ length: 100_000 }, (_, i) => `guides/page-${i}#section-${i * 7}`)

/** Work by what it grows with, and the largest number of it. */
const COUNTS: Readonly<Record<string, readonly [most: number, work: (count: number) => void]>> = {
  'createMarkdownGate(), by pieces': [20_000, (count) => GATE.forEach((piece) => showParts(Array.from({ length: count }, () => piece)))],
  'createGate(), by pieces': [100_000, (count) => playTurn(Array.from({ length: count }, () => 'A'))],
  'createThinkFilter(), by marks that end a turn': [20_000, (count) => {
    const filter = createThinkFilter()
    for (let piece = 0; piece < count; piece += 1) filter.push('</s>')
    assert.deepEqual(filter.end(), [])
  }],
  'keepLinks(), by marks in an address': [50_000, (length) => keepLinks(`https://x${'!'.repeat(length)}a`, LINKED)],
  'readHtml(), by attributes': [50_000, (count) => readPage(`<p ${'a=1 '.repeat(count)}`)],
  'readHtml(), by values of an attribute': [50_000, (count) => {
    for (const value of ['title ,', ', ', '[', 'title[']) readPage(`<p data-pagefind-meta="${value.repeat(count)}">`)
  }],
  'readHtml(), by headings': [15_000, (count) => readPage(Array.from({ length: count }, (_, id) => `<h2 id=a${id}>x</h2>`).join(''))],
  'readSiteFiles(), by pages': [20_000, (count) => {
    siteOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}.md`, `# Site\n\n## Page ${at % 7}`])))
  }],
  'readSite(), by folders whose pages are not published': [16_000, (count) => {
    const text = '---\ncascade:\n  draft: true\n---\n# A'
    const files = Array.from({ length: count }, (_, at) => ({ path: `s${at}/_index.md`, text }))
    assert.equal(readSite(files, { generator: 'hugo' }).pages.length, count)
  }],
  'readSiteFiles(), by labels beside code': [16_000, (count) => {
    siteOf({ ...Object.fromEntries(LABELS.map((label) => [`${label}.html`, label])), 'x.html': '<p>a</p><pre>b</pre>'.repeat(count) })
  }],
  'canonicalPages(), by pages in a chain': [16_000, (count) => {
    const page = siteOf({ 'a.md': '# A' }).pages[0]!
    const pages = Array.from({ length: count }, (_, at) => ({ ...page, path: `${at}.md`, url: `/${at}/`, slug: `${at}` }))
    assert.equal(canonicalPages(pages.map((each, at) => ({ page: each, canonical: `/${at + 1}/` }))).size, Math.min(count - 1, 9))
  }],
  'resolveLinks(), by templates in an address': [50_000, (count) => {
    for (const part of ['{{', '{%', '/a', '${', '{{a}}', '{{< ref "']) siteOf({ 'a.html': `<a href='${part.repeat(count)}'>x</a>`, 'b.html': '' })
  }],
  'parseArguments(), by braces': [60_000, (count) => {
    for (const piece of ['{', '{"a']) assert.equal(parseArguments(piece.repeat(count)), null)
  }],
  'createSseParser(), by pieces of a line': [100_000, (count) => {
    let length = 0
    const parser = createSseParser()
    for (const piece of ['data:', ...Array.from({ length: count }, () => 'x'.repeat(8)), '\n\n']) {
      for (const { data } of parser.push(Buffer.from(piece))) length = data.length
    }
    assert.equal(length, 8 * count)
  }],
  'readContentConfig(), by calls in calls': [40_000, (depth) => readContentConfig('a = defineCollection('.repeat(depth) + ')'.repeat(depth))],
  'nearestNames(), by names': [NAMES.length, (count) => nearestNames('guides/page-77777', NAMES.slice(0, count))],
  'nearestNames(), by letters': [1_000_000, (length) => nearestNames('x'.repeat(2_000), ['y'.repeat(length), 'x'.repeat(length)])],
  'decodeGraph(), by sections': [100_000, (count) => {
    const sections = Array.from({ length: count }, (_, i) => node({ id: `page-${i}` }))
    assert.equal(decodeGraph(graph({ sections })).sections.length, count)
  }],
  'createSlugger(), by headings that are always the same': [200_000, (length) => {
    for (const [rule, ...headings] of [['github', 'a', 'a-1'], ['python', 'a', 'a_1'], ['docutils', 'a', '1']] as const) {
      const { idOf } = createSlugger(rule)
      assert.equal(new Set(Array.from({ length }, (_, index) => idOf(headings[index % 2] ?? ''))).size, length)
    }
  }],
  'createRateLimit(), by clients': [1_000_000, (clients) => {
    let atMs = 0
    const take = createRateLimit({ requests: 1, perMs: 60_000 }, () => atMs)
    for (; atMs < clients; atMs += 1) take(`client ${atMs}`)
    assert.equal(take(`client ${clients - 1}`), 60)
  }],
  'createLineSplitter(), by pieces of a line': [160_000, (count) => {
    const splitter = createLineSplitter(20_000_000)
    for (let i = 0; i < count; i += 1) splitter.push(Buffer.alloc(64, 0x78))
    assert.equal(splitter.push(Buffer.from('\n'))[0]?.length, 64 * count)
  }],
  'createCallAssembly(), by pieces with a name': [60_000, (count) => {
    const assembly = createCallAssembly()
    for (let i = 0; i < count; i += 1) assembly.add({ index: 0, function: { name: 'f', arguments: i === 0 ? '{' : '"' } })
    assert.equal(assembly.calls()[0]?.text.length, count)
  }],
  'createTopList(), by pages': [20_000, (pages) => {
    const top = createTopList({ limit: Infinity, perPage: 3, rankOf: () => 0 })
    for (let ordinal = 0; ordinal < 10 * pages; ordinal += 1) top.offer({ ordinal, page: ordinal % pages, score: ordinal % 977 })
    assert.equal(top.finish().length, 3 * pages)
  }],
}

for (const [name, [most, work]] of Object.entries(COUNTS)) {
  test(`the work of ${name}, is in proportion`, () => checkGrowth(most, work))
}

const URLS = Array.from({ length: 8 }, (_, at) => `/${at}/`)
const ALL = ' [1][2][3][4][5][6][7][8].'

/** An answer and the sections that it cites, which grow together: the n-th piece of each. */
const PAIRS: readonly (readonly [name: string, answer: (n: number) => string, end: string, section: (n: number) => string])[] = [
  ['units without a number', () => 'a value in minutes ', ALL, () => 'seconds '],
  ['rows of one name', (n) => `\`a\` ${n} `, ALL, (n) => `| \`a\` | ${n} |\n`],
  ['rows of one name, each in a table', (n) => `\`a\` ${n} `, ALL, (n) => `| \`a\` | ${n} |\n\n`],
  ['rows of plain names', (n) => `It is ${n} here${ALL} `, '', (n) => `| a ${n} | ${n} |\n`],
  ['combinations of citations', (n) => `So it is [${1 + (n % 8)}][${1 + (n >> 3) % 8}]. `, '', (n) => `| word ${n} |\n`],
  ['numbers', (n) => `${10 + n} `, ALL, (n) => `${10 + n} `],
  ['defaults', (n) => `the default is ${10 + n} `, ALL, (n) => `default: ${10 + n}. `],
  ['settings', (n) => `\`a${n}\` is ${10 + n} `, ALL, (n) => `\`{ a${n}: 10, b: ${n} }\` `],
  ['settings of one name', (n) => `\`a\` is ${10 + n} `, ALL, (n) => `\`{ a: ${n}, b: ${n} }\`\n`],
  ['code', (n) => `\`x${n}\` `, ALL, (n) => `x${n} `],
]

for (const [name, answer, end, section] of PAIRS) {
  test(`unsupportedStatements() takes time in proportion to an answer and its sections together: ${name}`, () => {
    checkGrowth(2_400, (length) => {
      const pieces = (make: (n: number) => string) => Array.from({ length }, (_, n) => make(n)).join('')
      checkAnswer(pieces(answer) + end, URLS.map(() => pieces(section)), URLS)
    })
  })
}
