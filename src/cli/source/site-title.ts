/** The name of a site of content. */
import { basename, resolve } from 'node:path'
import type { Arguments } from '../command-line/arguments.ts'
import { FLAGS } from '../command-line/flags.ts'
import type { Content } from './content.ts'

/** The name that the command line gives, else the title of the root page, else the name of the folder. */
export function siteTitle({ folder, site }: Content, args: Arguments): string {
  const given = args.text(FLAGS.siteTitle)
  return given ?? site.pages.find(({ slug }) => slug === 'index')?.title ?? basename(resolve(folder))
}
