/** Where the service's module goes -> the file for it, under another name where its own is the owner's. */
import { PACKAGE, type Surroundings } from './plan.ts'

/** Names that are tried. Where all are taken the last is named, and writing refuses what is there. */
const MAX_NAMES = 9

/** The file that makes the service. */
export interface ServiceFile {
  readonly path: string
  /** Its text, null where it isn't there yet. */
  readonly known: string | null
  /** The owner's own file of the name it would have had, null where there is none. */
  readonly taken: string | null
}

/** `ask.js`, else `ask-service.js`, else `ask-service-2.js` and so on; `path` is the first of these. */
export async function placeService(path: string, readText: Surroundings['readText']): Promise<ServiceFile> {
  let file: ServiceFile = { path, known: await readText(path), taken: null }
  for (let number = 1; number < MAX_NAMES && file.known !== null && !file.known.includes(PACKAGE); number += 1) {
    const other = path.replace(/(?=\.\w+$)/, number === 1 ? '-service' : `-service-${number}`)
    file = { path: other, known: await readText(other), taken: path }
  }
  return file
}

/** That the file is there, or that it has another name than it would have had. */
export function serviceNotes({ path, known, taken }: ServiceFile): string[] {
  if (known !== null) return [`${path} makes the service`]
  return taken === null ? [] : [`${taken} is your own and stays; the service goes into ${path}`]
}
