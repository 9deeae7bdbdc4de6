/**
 * Heap settings for a process that mostly waits: an agent's machine runs many MCP servers at once, and by default each
 * keeps the memory of its busiest moment.
 */
import { setFlagsFromString } from 'node:v8'

/** Flags to collect early instead of growing. Measured with a graph of 4,000 sections: half the resident memory. */
const SMALL_HEAP = ['--optimize-for-size', '--semi-space-growth-factor=1']

/** Makes V8 keep the heap of this process small. */
export function keepHeapSmall(): void {
  for (const flag of SMALL_HEAP) setFlagsFromString(flag)
}
