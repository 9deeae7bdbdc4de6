/** A recognized site and its files -> the plan to add search to it. */
import { CONTENT_CONFIG_FILES, readContentConfig } from '../../../addons/astro/config/content-config.ts'
import { planAstro } from '../../../addons/setup/init/astro-plan.ts'
import type { PackageCopy, Plan } from '../../../addons/setup/init/plan.ts'
import { planFramework, planServer, planWorker } from '../../../addons/setup/init/service-plan.ts'
import type { RecognizedSite } from '../../../addons/setup/init/site.ts'
import { planFolder, planStatic } from '../../../addons/setup/init/static-plan.ts'
import type { ProjectFiles } from '../../../core/node/files/project-files.ts'

/** The plan to add search to a site. */
export async function planFor(site: RecognizedSite, files: ProjectFiles, copy: PackageCopy): Promise<Plan> {
  const context = { site, copy, readText: files.readText, isFolder: files.isFolder }
  switch (site.kind) {
    case 'astro':
      return planAstro(context, await collectionNames(files))
    case 'framework':
      return planFramework(context)
    case 'server':
      return site.generator === 'worker' ? planWorker(context) : planServer(context)
    case 'static':
      return planStatic(context)
    case 'folder':
      return planFolder(context)
  }
}

/** Collections of an Astro site: those in its configuration, else the folders in `src/content`. */
async function collectionNames({ readText, foldersIn }: ProjectFiles): Promise<string[]> {
  for (const path of CONTENT_CONFIG_FILES) {
    const text = await readText(path)
    if (text !== null) return [...readContentConfig(text).keys()]
  }
  return foldersIn('src/content')
}
