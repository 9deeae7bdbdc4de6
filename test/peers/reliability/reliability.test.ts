/** All trials in one process, one after another: the package is built once. */
import './shapes.ts'
import './clock.ts'
import './space.ts'
import './kills.ts'
import './swaps.ts'
import './streams.ts'
import './load.ts'
import './soak.ts'
