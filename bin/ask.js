#!/usr/bin/env node
// Finds the program and runs it: compiled where it is compiled, else its
// sources, which need a Node that strips types (22.18 and later) or tsx.
import { existsSync } from 'node:fs'

const compiled = new URL('../dist/cli/main.js', import.meta.url)
const source = new URL('../src/cli/main.ts', import.meta.url)

const program = existsSync(compiled) ? compiled : existsSync(source) && (await canReadTypes()) ? source : null
if (program === null) {
  process.stderr.write('ask: nothing is compiled and this Node runs no TypeScript: run `npm install && npm run build`\n')
  process.exitCode = 1
} else {
  try {
    const { run } = await import(program.href)
    await run()
  } catch (error) {
    if (error.code !== 'EMFILE') throw error
    process.stderr.write('ask: too few files may be open at once to load the program: raise the limit, `ulimit -n 1024`\n')
    process.exitCode = 1
  }
}

async function canReadTypes() {
  if (process.features.typescript) return true
  const tsx = await import('tsx/esm/api').catch(() => null)
  tsx?.register()
  return tsx !== null
}
