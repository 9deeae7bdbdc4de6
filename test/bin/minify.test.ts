/** A smaller module does what the module did. `test/fuzz/bin` has programs from a generator. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

const PATH = new URL('../../bin/minify.js', import.meta.url).href
const { minify }: { readonly minify: (text: string) => Promise<string> } = await import(PATH)

/** What `run`, the export of a module, gives. */
async function runModule(text: string): Promise<unknown> {
  const { run }: { readonly run: () => unknown } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  return run()
}

/** Checks the form of a module that is made smaller, and that it gives the same as before. */
async function check(text: string, expected: string) {
  const small = await minify(text)
  assert.equal(small.trim(), expected)
  assert.deepEqual(await runModule(small), await runModule(text))
}

test('minify() names variables by their scope, from the first letter on', async () => {
  await check(
    `const list = [1]
    function add(first, second) { return [first, ...list, second] }
    const run = () => add(2, 3)
    export { run }`,
    'const e=[1];function t(t,n){return[t,...e,n]}const n=()=>t(2,3);export{n as run};',
  )
})

test('minify() keeps the names of members, exports and the platform', async () => {
  await check(
    `function size({ width, ...rest }) { const [height] = [width]; return { height, rest, t: typeof e } }
    const go = () => size({ width: 1, e: 2 })
    export { go as run }`,
    'function t({width:t,...n}){const[r]=[t];return{height:r,rest:n,t:typeof e}}' +
    'const n=()=>t({width:1,e:2});export{n as run};',
  )
})

test('minify() keeps a variable whose value is not its default', async () => {
  await check(
    'const [a = "no"] = ["yes"], { length: b = 5 } = "four"; const run = () => [a.length, b.length, a.at(0)]; export { run }',
    'const[e="no"]=["yes"],{length:t=5}="four",n=()=>[e.length,t.length,e.at(0)];export{n as run};',
  )
})

test('minify() moves a constant that is used once to its use', async () => {
  await check(
    `const LIMIT = 20, NAME = "a", WORD = /x/, EACH = /x/g; let n = 1
    const run = () => { n++; return NAME + [1].slice(-LIMIT) + WORD.test("x") + EACH.test("x") }
    export { run }`,
    'const e=/x/g;let t=1;const n=()=>(t++,"a"+[1].slice(-20)+/x/.test("x")+e.test("x"));export{n as run};',
  )
})

test('minify() gives one name to the parameter of `catch` and a variable of the same name', async () => {
  await check(
    `const run = () => { try { throw 1 } catch (error) { { var error = 2 } var other = error } return [error, other] }
    export { run }`,
    'const e=()=>{try{throw 1}catch(e){var e=2,t=e}return[e,t]};export{e as run};',
  )
})

test('minify() shortens private names, in all classes alike', async () => {
  await check(
    `class First { #value = 1; get value() { return this.#value } has(other) { return #value in other } }
    const run = () => [new First().value, new First().has({})]
    export { run }`,
    'class e{#e=1;get value(){return this.#e}has(e){return#e in e}}' +
    'const t=()=>[new e().value,new e().has({})];export{t as run};',
  )
})

test('minify() rejects text that is not a module', async () => {
  await assert.rejects(minify('let a = ; export { a }'))
})
