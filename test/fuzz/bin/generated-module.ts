/** Modules for tests of `minify`: programs with few names in many scopes, which hide, capture and destructure each other. */

const NAMES = ['a', 'b', 'e', 't', 'n', 'value', 'items', 'of']
/** Depth of blocks and functions in each other. */
const MAX_DEPTH = 3
const MAX_STATEMENTS = 4

/** A function that calls itself, and has a member: its text would tell its names. */
function recursion(name: string, value: string): string {
  return `function ${name}(left) { return left > 0 ? ${name}(left - 1) : ${value} }; ${name}.toString = () => 'f'; out(${name}(1))`
}

/** A function with a variable of the name that its `catch` has: it is set there, and read after it. */
function caught(name: string, value: string): string {
  return `out((() => { try { throw ${value} } catch (${name}) { var ${name} = [${name}, ${value}]; out(${name}) } return ${name} })())`
}

/** The text of a module whose export `run` gives what its programs put out, in order. */
export function generateModule(seed: number, programs: number): string {
  let state = seed

  /** A whole number below `limit`. */
  function below(limit: number): number {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % limit
  }

  function pick<T>(choices: readonly T[]): T {
    const choice = choices[below(choices.length)]
    if (choice === undefined) throw new RangeError('There is nothing to pick from')
    return choice
  }

  /** `known` are the names that have a value there. */
  function expression(known: readonly string[], depth: number): string {
    const inner = (): string => expression(known, depth + 1)
    const variable = known.length > 0 ? pick(known) : '0'
    const name = pick(NAMES)
    const kinds = [
      () => `${below(9)}`,
      () => variable,
      () => variable,
      () => `typeof ${name}Unknown`,
      () => `\`\${${variable}}-${name}\``,
      () => (known.length > 0 ? `JSON.stringify({ ${variable}, ${name}: ${inner()} })` : '1'),
      () => `((${name}, { ${name}: last = ${name}, ...rest } = {}) => [${name}, last, rest].join())(${inner()})`,
      () => `(function ${name}(left) { return left > 0 ? ${name}(left - 1) : typeof ${name} })(2)`,
      () => `{ ${name}: ${inner()} }.${name}`.replace(/^\{(.*)\}/s, '({$1})'),
      () => `Math.max(${below(5)}, Number(${inner()}) || 0)`,
    ]
    return depth > MAX_DEPTH ? variable : pick(kinds)()
  }

  /** `planned` are the names that the scope declares from there on. */
  function statement(known: string[], planned: string[], depth: number): string {
    const value = expression(known, depth)
    const other = pick(NAMES)
    const inside = (...names: readonly string[]): string => block(known, names, depth + 1)
    const declare = (text: (name: string) => string): string => {
      const name = planned.pop()
      if (name === undefined) return ''
      known.push(name)
      return text(name)
    }
    const isDeep = depth === MAX_DEPTH
    const kinds = [
      () => declare((name) => `let ${name} = ${value}`),
      () => declare((name) => `const { ${other}: ${name} = ${value} } = { ${other}: ${pick([value, 'undefined'])} }`),
      () => declare((name) => `const [, ${name} = ${value}] = [1]`),
      () => declare((name) => `class ${name} { #${other} = 1; static toString() { return new ${name}().#${other} } }`),
      () => declare((name) => recursion(name, value)),
      () => `out(${value})`,
      () => `out(${value})`,
      () => caught(other, value),
      () => (isDeep ? '' : `if (${below(2)}) ${inside()} else ${inside()}`),
      () => (isDeep ? '' : `for (const ${other} of [1, 2]) ${inside(other)}`),
      () => (isDeep ? '' : `for (let ${other} = 0; ${other} < 2; ${other} += 1) ${inside()}`),
      () => (isDeep ? '' : `try { throw ${value} } catch (${other}) ${inside(other)}`),
      () => (isDeep ? '' : `switch (${below(2)}) { case 0: ${inside()} break; default: ${inside()} }`),
      () => (isDeep ? '' : `out(((${other}, ...rest) => ${inside(other, 'rest')})(1, 2))`),
      () => (isDeep ? '' : `${other}${depth}: while (true) { ${inside()} break ${other}${depth} }`),
    ]
    return pick(kinds)()
  }

  /** `given` are the names that the block gets from what is in front of it, and can't declare. */
  function block(around: readonly string[], given: readonly string[], depth: number): string {
    const planned = NAMES.filter((name) => !given.includes(name) && below(3) === 0)
    // From its start a block hides the names that it declares.
    const known = [...around.filter((name) => !planned.includes(name)), ...given]
    const lines = Array.from({ length: 2 + below(MAX_STATEMENTS) }, () => statement(known, planned, depth))
    return `{ ${lines.join('; ')} }`
  }

  const names = Array.from({ length: programs }, (_, i) => `program${i}`)
  return `
    const log = []
    function out(value) {
      log.push(String(value))
    }
    ${names.map((name) => `function ${name}(value, items = value) ${block([], ['value', 'items'], 0)}`).join('\n')}
    function run() {
      for (const program of [${names.join(', ')}]) {
        try {
          program(3)
        } catch (error) {
          out(error)
        }
      }
      return log
    }
    export { run }`
}
