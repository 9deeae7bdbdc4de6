/** A package manager -> the commands that its users type. */
import type { PackageManager } from './recognized-site.ts'

interface Commands {
  readonly install: string
  readonly run: string
  readonly execute: string
}

const COMMANDS: Readonly<Record<PackageManager, Commands>> = {
  npm: { install: 'npm install', run: 'npm run', execute: 'npx' },
  pnpm: { install: 'pnpm add', run: 'pnpm run', execute: 'pnpm exec' },
  yarn: { install: 'yarn add', run: 'yarn run', execute: 'yarn run' },
  bun: { install: 'bun add', run: 'bun run', execute: 'bunx' },
}

/** Adds a package to a project. */
export function installCommand(manager: PackageManager, name: string): string {
  return `${COMMANDS[manager].install} ${name}`
}

/** Runs a script of a package.json. */
export function runCommand(manager: PackageManager, script: string): string {
  return `${COMMANDS[manager].run} ${script}`
}

/** Runs a program of an installed package. */
export function executeCommand(manager: PackageManager, program: string): string {
  return `${COMMANDS[manager].execute} ${program}`
}
