/** The rule by which a site shows code. */

/** What a site's configuration says of code. */
export interface CodeRule {
  /** The start of lines that readers don't see, by language: mdBook's `output.html.code.hidelines`. */
  readonly hiddenLines: ReadonlyMap<string, string>
  /** True if examples of Python are shown without the flags of their tests: Sphinx' `trim_doctest_flags`. */
  readonly trimsFlags: boolean
}

/** Code of a site that says nothing of it. */
export const PLAIN_CODE: CodeRule = { hiddenLines: new Map(), trimsFlags: false }
