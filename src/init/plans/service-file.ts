/** The preferred path of the service's module -> its path, with another name if the owner has a file there. */
import { PACKAGE, type PlanContext } from './plan.ts'

/** Names that are tried. If all are in use the last one is chosen, and writing fails. */
const MAX_NAMES = 9

/** The file that creates the service. */
export interface ServiceFile {
  readonly path: string
  /** Its present text, null for a new file. */
  readonly existingText: string | null
  /** The owner's file at the preferred path, null for none. */
  readonly ownersFile: string | null
}

/** The service's file: `path`, for example `ask.js`, else `ask-service.js`, `ask-service-2.js` and so on. */
export async function chooseServiceFile(path: string, readText: PlanContext['readText']): Promise<ServiceFile> {
  let file: ServiceFile = { path, existingText: await readText(path), ownersFile: null }
  for (let number = 1; number < MAX_NAMES; number += 1) {
    if (file.existingText === null || file.existingText.includes(PACKAGE)) break
    const other = path.replace(/(?=\.\w+$)/, number === 1 ? '-service' : `-service-${number}`)
    file = { path: other, existingText: await readText(other), ownersFile: path }
  }
  return file
}

/** Notes about an existing file, or about the other name. */
export function serviceNotes({ path, existingText, ownersFile }: ServiceFile): string[] {
  if (existingText !== null) return [`${path} creates the service`]
  return ownersFile === null ? [] : [`${ownersFile} is your own file and is not changed; the service goes into ${path}`]
}
