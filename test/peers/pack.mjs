/** Puts the packed checkout into the node_modules of the suite that is the current folder. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { packCheckout } from './packing.mjs'

const target = resolve('node_modules/ask-service')
const tarball = packCheckout()
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
// It depends on nothing, so that unpacking is all there is to installing it.
execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
