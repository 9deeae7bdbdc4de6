/**
 * `::: acme.models.Model`: the object of an API whose documentation mkdocstrings (MkDocs) makes from its source. A page
 * in Markdown has only the name.
 */

const API_OBJECT = /^:::[ \t]*([A-Za-z_]\w{0,200}(?:\.\w{1,200}){1,20})$/

/** The dotted name of the object; null for any other line. */
export function apiObject(text: string): string | null {
  return API_OBJECT.exec(text.trimEnd())?.[1] ?? null
}
