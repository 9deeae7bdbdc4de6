/** The pages that no request reaches, although search results and menus link to them. */
import { AskError } from '../base/errors.ts'
import type { Page, Warning } from '../content/page.ts'
import { parseTarget } from '../http/wire/path.ts'
import { isAsset } from './layout.ts'
import { pathKey, servicePaths } from './middleware.ts'
import { pathOf } from './layout.ts'

/** A warning for each page at a path that the service itself has, or that it refuses. */
export function findUnreachablePages(pages: readonly Page[], endpoint: string): Warning[] {
  const isServicePath = servicePaths(endpoint)

  return pages.flatMap((page) => {
    const reason = reasonOf(pathOf(page), isServicePath)
    return reason === null ? [] : [{ path: page.path, line: 1, message: `The page can't be opened: ${reason}` }]
  })
}

function reasonOf(path: string, isServicePath: ReturnType<typeof servicePaths>): string | null {
  const key = pathKey(path)
  if (key === null) return `${problemOf(path)} Rename the file, or set its slug`
  if (!isServicePath(parseTarget(path).segments) && !isAsset(key)) return null
  return `its path, /${key}, belongs to the service. Rename the file, or set its slug`
}

/** The message of the refusal of a path. */
function problemOf(path: string): string {
  try {
    parseTarget(path)
    return ''
  } catch (error) {
    if (error instanceof AskError) return error.message
    throw error
  }
}
