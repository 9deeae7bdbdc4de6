import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rulesOf } from '../../support/rules.ts'
import { createSegment } from '../../support/segment.ts'

const segment = createSegment()

/** Words with spaces between them, compounds in brackets. */
function check(text: string, expected: string) {
  const words = segment(text).map(({ text, isCompound }) => (isCompound ? `[${text}]` : text))
  assert.equal(words.join(' '), expected)
}

test('walk() reads half-width kana as full-width', () => {
  const [word] = segment('ｶﾞｲﾄﾞ')
  assert.deepEqual(word, { text: 'ガイド', start: 0, end: 5, isCompound: false })
})

for (const [name, run] of rulesOf('walk()', check, [
  ['cuts at white space and punctuation',
    ['Astro builds fast sites.', 'Astro builds fast sites'], ['(a, b); "c"\n\td\u00a0e', 'a b c d e'],
    ['x=1&y<2', 'x 1 y 2'], ['', ''], [' … ', '']],
  ['keeps a sigil with its name',
    ['--host -D @astrojs/node .env', '[--host] [-D] [@astrojs/node] [.env]'],
    ['$state #id __dirname', '[$state] [#id] [__dirname]'], ['C++, C# and a', '[C++] [C#] and a']],
  ['leaves off connectors that belong to the sentence',
    ['End. Next: item', 'End Next item'], ['...props ---x ./a ../b c/ d_', 'props x a b c d']],
  ['keeps marks and invisible characters with their letter',
    ['cafe\u0301 हिन्दी co\u00adop', 'cafe\u0301 हिन्दी co\u00adop'], ['\u0301a', 'a']],
  ['cuts scripts without spaces by their dictionary',
    ['東京都の設定', '東京 都 の 設定'], ['การตั้งค่าภาษา', 'การ ตั้ง ค่า ภาษา'],
    ['การทำงานของน้ำ', 'การ ทำงาน ของ น้ำ'], ['Astroの設定ファイルを開く', 'Astro の 設定 ファイル を 開く']],
  ['cuts Hangul at its spaces, and from what it clings to',
    ['서버를 설정합니다.', '서버를 설정합니다'], ['Node.js에서 API를 3개', '[Node.js] 에서 [API] 를 3 개'], ['서버漢字', '서버 漢字']],
  ['keeps Hebrew abbreviations in one piece', ['צה"ל דו״ח "שלום"', 'צה"ל דו״ח שלום']],
  ['has a run of symbols for a word where it stands alone',
    ['x => y (?.) "??" `..=`, :=', '[=>] [?.] [??] [..=] [:=]'.replace('[=>]', 'x [=>] y')],
    ['a=>b a?.b f(): {"a": 1} foo->', 'a b a [.b] f a 1 foo'], ['=--host ========== x', '[--host] x'],
    ['（=>）演算子', '[=>] 演算 子']],
  ['has no words for punctuation and lone surrogates', ['… – — • “ ” ├── \ud800 \udc00', ''], ['a\ud800b', 'a b']],
  ['keeps compounds in one piece',
    ['http.createServer() and server-side', '[http.createServer] and [server-side]'],
    ['src/pages/index.astro', '[src/pages/index.astro]'],
    ['https://astro.build/en/#top', '[https://astro.build/en/#top]'],
    ['astro:content std::vector', '[astro:content] [std::vector]']],
  ['keeps an apostrophe between letters', ["don't 'quoted' it’s l'eau 5'", "don't quoted it’s eau 5"]],
  ['leaves off an elided article',
    ["l'eau dell’utente qu'est-ce d'acord", 'eau utente [est-ce] acord'],
    ["O'Reilly's rock'n'roll", "[O'Reilly's] rock'n'roll"]],
  ['keeps a word with what an English contraction has after it',
    ["C's COM’s All's S'S", "C's [COM’s] All's [S'S]"],
    ["all'd C'll un't c've n're t'm", "all'd C'll un't c've n're t'm"],
    ["l'es d'ma t'envoie l'SSD d'São l's\u0301 qu's'il", 'es ma envoie [SSD] São s\u0301 il']],
  ['keeps groups of digits in one piece',
    ['1,048,576 bytes, 1 048 576 rows, (12,34,567)', '[1,048,576] bytes [1 048 576] rows [12,34,567]'],
    ['1\u00a0048 rows, 1\u2009048, 1\u202f048', '[1\u00a0048] rows [1\u2009048] [1\u202f048]'],
    ['1, 2, 300 and 1,2,300 and 2020,2021', '1 2 300 and 1 2 300 and 2020 2021']],
  ['cuts numbers that follow each other at their spaces',
    ['ports 80 443, error 1 404, 10 200 3000', 'ports 80 443 error 1 404 10 200 3000']],
  ['cuts the numbers of a list in brackets',
    ['[1,200,300] {10,200} rgb(100,150,200)', '1 200 300 10 200 rgb 100 150 200'],
    ["1'000,000 [1'000] 1\u00a0000,000", "[1'000] 000 1 000 [1\u00a0000] 000"]],
  ['has each pictograph for a word',
    ['🐛🚀 👩‍👩‍👧 👍🏽 ❤️ 🇩🇪🇫🇷 ⌘K', '[🐛] [🚀] [👩‍👩‍👧] [👍🏽] [❤️] [🇩🇪] [🇫🇷] [⌘] K'], ['done✅ done✅ 9✅', 'done [✅] done [✅] 9 [✅]']],
])) test(name, run)

test('walk() reads texts of any length, one after another, alike', () => {
  const texts = ['http.createServer() C# end.', `${'word '.repeat(500)}C++`, 'a', `${'x-'.repeat(600_000)}y`, 'b.', '', 'c', 'C.', '設定a']
  const alone = texts.map((text) => createSegment()(text))
  assert.deepEqual(texts.map(segment), alone)
  assert.deepEqual(alone.map((words) => words.length), [3, 501, 1, 1, 1, 0, 1, 1, 2])
})

test('walk() goes on after runs of half-width kana, and gives these folded', () => {
  const words = segment('one ｶﾞｲﾄﾞ two ﾃｽﾄ three')
  const ofText = words.map(({ text, start, end }) => `${text} ${start}-${end}`)
  assert.deepEqual(ofText, ['one 0-3', 'ガイド 4-9', 'two 10-13', 'テスト 14-17', 'three 18-23'])
})

test('walk() takes texts of any number of words, one after another', () => {
  for (const count of [3, 5_000, 600_000, 2]) assert.equal(segment('a '.repeat(count)).length, count)
})
