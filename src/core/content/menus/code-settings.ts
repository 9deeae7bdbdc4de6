/**
 * What a configuration says of code: the folders of what pages include, and the lines that readers don't see. Sources:
 * facelessuser.github.io/pymdown-extensions/extensions/snippets/#options,
 * rust-lang.github.io/mdBook/format/configuration/renderers.html#outputhtmlcode,
 * sphinx-doc.org/en/master/usage/configuration.html#confval-trim_doctest_flags.
 */
import type { FrontValue } from '../frontmatter/value.ts'
import type { CodeRule, SourceGenerator } from '../generators/profile.ts'
import { membersAt, valueAt } from './config-values.ts'

/** Folders of snippets that are read. */
const MAX_FOLDERS = 20

/** The folders of snippets, from that of the project. */
export function snippetFolders(config: FrontValue | undefined): readonly string[] {
  const extensions = valueAt(config, 'markdown_extensions')
  const all = Array.isArray(extensions) ? extensions : [extensions]
  const options = all.map((one) => (one instanceof Map ? one.get('pymdownx.snippets') : undefined))
  const folders = options.flatMap((one) => [valueAt(one, 'base_path')].flat())
  return folders.filter((folder) => typeof folder === 'string').slice(0, MAX_FOLDERS)
}

/** The rule for code. */
export function readCodeRule(name: SourceGenerator, config: FrontValue | undefined): CodeRule {
  const hiddenLines = new Map(membersAt(config, 'output.html.code.hidelines').flatMap(([lang, prefix]) => {
    return typeof prefix === 'string' && prefix !== '' ? [[lang, prefix] as const] : []
  }))
  return { hiddenLines, trimsFlags: name === 'sphinx' && valueAt(config, 'trim_doctest_flags') !== false }
}
