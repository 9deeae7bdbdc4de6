/** All regular expressions of `src/`: the literals, and what the modules of the core build when they load. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createNameOfLine, findLiterals, type Literal } from './literals.ts'

const SOURCES = fileURLToPath(new URL('../../../src/', import.meta.url))
const PROGRAM = fileURLToPath(new URL('built.ts', import.meta.url))

/** Node strips types from 22.18 on; below, tsx does. */
const LOADER = Reflect.get(process.features, 'typescript') ? [] : ['--import', 'tsx']

/** An expression and its file, from `src/`. */
export interface SourceExpression extends Literal {
  readonly file: string
}

/** Each expression where it is first written; those that are only a part of a built one of their file are left out. */
export function allExpressions(): SourceExpression[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/')).filter((file) => file.endsWith('.ts')).sort()
  const texts = new Map(files.map((file) => [file, readFileSync(join(SOURCES, file), 'utf8')]))
  const core = files.filter((file) => file.startsWith('core/')).map((file) => join(SOURCES, file))
  const output = execFileSync(process.execPath, [...LOADER, PROGRAM, ...core], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  const built = (JSON.parse(output) as Omit<SourceExpression, 'name'>[]).map((one) => {
    return { ...one, name: createNameOfLine(texts.get(one.file) ?? '')(one.line) }
  })
  const written = [...texts].flatMap(([file, text]) => findLiterals(text).map((literal) => ({ file, ...literal })))
  const all = [...written, ...built]
  const isPart = ({ file, source }: SourceExpression) => {
    return built.some((whole) => whole.file === file && whole.source !== source && whole.source.includes(source))
  }
  const keyed = all.filter((one) => !isPart(one)).map((one) => [`${one.file} ${one.name} /${one.source}/${one.flags}`, one] as const)
  return [...new Map(keyed).values()]
}
