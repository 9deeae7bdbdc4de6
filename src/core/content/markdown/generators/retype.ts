/**
 * Notation of Retype (retype.com/components). Lines around blocks -> directives: callouts `!!!tip Title`, panels
 * `=== Title`, tabs `+++ Title`, columns `||| Title` and steps `>>> Title`, each up to its marks alone, all but callouts
 * also up to the next of their kind. The words after a fence -> the title and lines of its code as others write them.
 * And components in sentences, `[!badge text="New"](a.md)` -> what readers see of them.
 */
import { matchAt } from '../../offset.ts'
import type { BlockStart } from '../../structure/element.ts'
import { readResource } from '../syntax/link.ts'
import { readAttributes } from '../syntax/tag.ts'
import { CALLOUTS, type DirectiveLine } from './admonition.ts'
import { labelOf } from './myst.ts'

/** Marks, of a callout with its kind, and a title after white space, before its attributes. */
const LINE = /^(?:!!([!+-])([a-z]{0,20})|(=)=[=-]|(\+{3})|\|{3}|(>{3}))(?:[ \t]([^{}]*))?(?:\{[^{}]*\})?$/
const STEP_NUMBER = /^\d{1,9}\.[ \t]+/
/** `` ```js !#2-3 Title ``; other attributes are as everywhere. */
const INFO = /^[`~]{3,}(?![`~])([^\s`]*)[ \t](?:!?#([\d,-]*)(?:[ \t]|$))?([^`={}]*)$/
const COMPONENT = /\[!(badge|button|ref|file|embed)(?:[ \t]{1,9}([^\][\n]{1,1000}))?\]/y

/** What the line ends and starts, in this order; empty for any other. `isOpen`: whether marks have started an element. */
export function retypeLines(text: string, isOpen: (marks: string) => boolean): readonly DirectiveLine[] {
  const match = LINE.exec(text.trimEnd())
  if (match === null) return []
  const [line, callout, kind = '', panel, tab, step, written = ''] = match
  const marks = callout !== undefined ? '!!!' : panel !== undefined ? '===' : line.slice(0, 3)
  const title = written.trim().replace(step === undefined ? /^$/ : STEP_NUMBER, '')
  const isCallout = callout !== undefined
  const isAlone = title === '' && kind === '' && (callout ?? '!') === '!'
  const end: readonly DirectiveLine[] = isOpen(marks) && (isAlone || !isCallout) ? [{ type: 'end', marks }] : []
  if (isAlone && (end.length > 0 || !isCallout)) return end
  const element: BlockStart | null = isCallout ? { type: 'callout', kind: CALLOUTS.has(kind) ? kind : 'note' }
    : panel !== undefined ? { type: 'details' } : tab !== undefined ? { type: 'tab' } : null
  return [...end, { type: 'start', marks, element, title: element === null ? `**${title}**` : title || null }]
}

/** The info string of a fence, whose own is `info`. */
export function retypeInfo(line: string, info: string): string {
  const [all, lang = '', lines = '', title = ''] = INFO.exec(line.trimEnd()) ?? []
  if (all === undefined) return info
  return `${lang}${lines && ` {${lines}}`}${title.trim() && ` title="${title.trim().replaceAll('"', "'")}"`}`
}

/** The row of a table in which `[!badge A|success]` is part of one cell. */
export function retypeRow(row: string): string {
  return row.replace(/(\[![a-z]{1,9}[^\][|]{0,200})\|(?=[^\][|]{0,200}\])/g, '$1\\|')
}

/** The component at an offset: its text, its address, empty for none, and the offset after it; null without one. */
export function retypeComponent(source: string, at: number) {
  const [all, name = '', words = ''] = matchAt(COMPONENT, source, at) ?? []
  if (all === undefined) return null
  const end = at + all.length
  const target = readResource(source, end)
  const text = /^[\w-]+=/.test(words) ? (readAttributes(words).get('text') ?? '') : words.replace(/\|[^|]*$/, '').trim()
  const address = target?.address ?? ''
  const otherwise = name === 'ref' ? labelOf(address) : name === 'file' ? address.replace(/^.*\//, '') : ''
  const shown = text || otherwise
  return { text: shown, href: shown === '' ? '' : address, end: target?.end ?? end }
}
