/** The forward entry of a chunk -> the terms of its fields as texts, for an engine that doesn't analyze words. */
import { expansionOffset, isExpansion } from '../../text/word-entry.ts'
import { FIELDS, type FieldName } from '../index/field.ts'
import type { ForwardEntry } from './forward-entry.ts'
import { WHOLE } from './occurrences.ts'

/**
 * Terms of each field with spaces between them: words and parts of compounds as they stand, then the wholes of the
 * compounds, so that neighbors in the text are neighbors here.
 */
export type FieldTerms = Readonly<Record<FieldName, string>>

/** Terms of one field as they are collected. */
interface FieldText {
  readonly singles: string[]
  readonly wholes: string[]
}

/** The terms of the fields of a chunk. */
export function fieldTermsOf({ terms, compounds, runs }: ForwardEntry): FieldTerms {
  const fields: Record<FieldName, FieldText> = {
    title: emptyField(), heading: emptyField(), parents: emptyField(),
    body: emptyField(), code: emptyField(), links: emptyField(),
  }
  for (const { field, words } of runs) {
    const { singles, wholes } = fields[FIELDS[field]?.name ?? 'body']
    for (const entry of words) {
      if (!isExpansion(entry)) {
        singles.push(terms[entry] ?? '')
        continue
      }
      for (const { word, halves } of compounds[expansionOffset(entry)]?.parts ?? []) {
        const list = halves === WHOLE ? wholes : singles
        list.push(terms[word] ?? '')
      }
    }
  }
  const { title, heading, parents, body, code, links } = fields
  return {
    title: termsText(title), heading: termsText(heading), parents: termsText(parents),
    body: termsText(body), code: termsText(code), links: termsText(links),
  }
}

function emptyField(): FieldText {
  return { singles: [], wholes: [] }
}

function termsText({ singles, wholes }: FieldText): string {
  return [...singles, ...wholes].join(' ')
}
