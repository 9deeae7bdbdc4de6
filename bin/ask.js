#!/usr/bin/env node
// Finds the program and runs it: compiled where it is compiled, else its
// sources, which need a Node that strips types (22.18 and later) or tsx.
import { closeSync, existsSync, openSync } from 'node:fs'

const compiled = new URL('../dist/cli/main.js', import.meta.url)
const source = new URL('../src/cli/main.ts', import.meta.url)
/** Descriptors that the compiler of tsx needs, which hangs or ends the program with a trace if it has fewer. */
const COMPILER_DESCRIPTORS = 48

try {
  const program = existsSync(compiled) ? compiled : existsSync(source) && (await canReadTypes()) ? source : null
  if (program === null) fail('nothing is compiled and this Node runs no TypeScript: run `npm install && npm run build`')
  else await (await import(program.href)).run()
} catch (error) {
  if (error.code !== 'EMFILE') throw error
  fail('too few files may be open at once to load the program: raise the limit, `ulimit -n 1024`')
}

function fail(message) {
  process.stderr.write(`ask: ${message}\n`)
  process.exitCode = 1
}

async function canReadTypes() {
  if (process.features.typescript) return true
  assertDescriptors()
  const tsx = await import('tsx/esm/api').catch((error) => {
    if (error.code === 'EMFILE') throw error
    return null
  })
  tsx?.register()
  return tsx !== null
}

/** Throws Node's EMFILE if the compiler would have too few. */
function assertDescriptors() {
  const opened = []
  try {
    while (opened.length < COMPILER_DESCRIPTORS) opened.push(openSync(source))
  } finally {
    opened.forEach((descriptor) => closeSync(descriptor))
  }
}
