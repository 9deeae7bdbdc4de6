/**
 * A flag of the command line: its name, its value and its line in the help.
 */

/** A flag that takes no value. */
export interface Switch {
  /** Without the dashes. */
  readonly name: string
  readonly value: null
  /** Its meaning in one line. */
  readonly help: string
}

/** A flag that takes a text. */
export interface TextFlag<D extends string | null = string | null> {
  readonly name: string
  /** Placeholder of its value in the help: `FILE`. */
  readonly value: string
  readonly help: string
  /** Its value when it isn't given. */
  readonly default: D
}

/** A flag that takes a whole number. */
export interface NumberFlag<D extends number | null = number | null> {
  readonly name: string
  readonly value: string
  readonly help: string
  /** Smallest and largest value. */
  readonly range: readonly [number, number]
  /** Its value when it isn't given. */
  readonly default: D
}

/** Any flag. */
export type Flag = Switch | TextFlag | NumberFlag
