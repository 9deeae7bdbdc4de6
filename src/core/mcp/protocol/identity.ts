/** Name and version of the server, and its instructions to a model. */
import { foldSpace } from '../../base/fold-space.ts'
import type { JsonObject } from '../../base/json.ts'
import { VERSION } from '../../base/version.ts'

/** UTF-16 units of a site's title that are used: hosts cut long descriptions. */
const MAX_TITLE_LENGTH = 100

/** The site's name in the descriptions of tools. */
export function siteName(title: string | null): string {
  return title === null ? 'this documentation' : `the ${titleLine(title)} documentation`
}

/** The protocol's Implementation record. */
export function serverInfo(title: string | null): JsonObject {
  const siteTitle = title === null ? 'Documentation' : `${titleLine(title)} documentation`
  return { name: 'ask', title: siteTitle, version: VERSION }
}

/** Instructions for the use of the tools, which a model gets once. */
export function instructions(title: string | null): string {
  return (
    `Exact knowledge from ${siteName(title)}. For a question: search with a few keywords, ` +
    'then section_get with the id of the best result; its facts are exact to the character. ' +
    'overview shows what is covered, glossary_get explains a term. ' +
    'Say so when the documentation does not cover something, and give the url of what you rely on.'
  )
}

function titleLine(title: string): string {
  return foldSpace(title.toWellFormed()).slice(0, MAX_TITLE_LENGTH).toWellFormed()
}
