/**
 * A command of the command line.
 */
import type { Io } from '../terminal/io.ts'
import type { Arguments, Syntax } from './arguments.ts'

/** A command: its syntax, its help and its code. */
export interface Command extends Syntax {
  /** One line for the list of commands. */
  readonly summary: string
  /** Further text for its own help. */
  readonly details?: string
  /** A command line that works, and its output. */
  readonly example: string
  /** Ends with the exit code. */
  readonly run: (args: Arguments, io: Io) => Promise<number>
}
