/** The regular expressions in a source file: literals, found with the compiler's scanner. */
import { createScanner } from 'typescript/unstable/ast/scanner'
import { SyntaxKind } from 'typescript/unstable/ast'

/** A literal, with the top-level name that it stands in. */
export interface Literal {
  readonly name: string
  readonly line: number
  readonly source: string
  readonly flags: string
}

/** A slash after one of these divides. */
const ENDS_VALUE = new Set([
  SyntaxKind.Identifier, SyntaxKind.NumericLiteral, SyntaxKind.StringLiteral, SyntaxKind.BigIntLiteral,
  SyntaxKind.RegularExpressionLiteral, SyntaxKind.NoSubstitutionTemplateLiteral, SyntaxKind.TemplateTail,
  SyntaxKind.CloseParenToken, SyntaxKind.CloseBracketToken, SyntaxKind.CloseBraceToken, SyntaxKind.ThisKeyword,
])

/** The literals of a file, in their order. */
export function findLiterals(text: string): Literal[] {
  const scanner = createScanner(true)
  scanner.setText(text)
  const nameOf = createNameOfLine(text)
  const found: Literal[] = []
  /** Open braces, innermost last: true for one of a template. */
  const braces: boolean[] = []
  let before = SyntaxKind.Unknown
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    if (kind === SyntaxKind.OpenBraceToken) braces.push(false)
    if (kind === SyntaxKind.TemplateHead) braces.push(true)
    if (kind === SyntaxKind.CloseBraceToken && braces.pop() === true) {
      kind = scanner.reScanTemplateToken(false)
      if (kind === SyntaxKind.TemplateMiddle) braces.push(true)
    }
    const isSlash = kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken
    if (isSlash && !ENDS_VALUE.has(before)) {
      kind = scanner.reScanSlashToken()
      const literal = scanner.getTokenText()
      const end = literal.lastIndexOf('/')
      const start = scanner.getTokenStart()
      const line = text.slice(0, start).split('\n').length
      found.push({ name: nameOf(line), line, source: literal.slice(1, end), flags: literal.slice(end + 1) })
    }
    // `a[i]! / b`
    if (kind !== SyntaxKind.ExclamationToken || !ENDS_VALUE.has(before)) before = kind
  }
  return found
}

/** A function for the name that is declared at a line, from 1, or above it, at the start of a line. */
export function createNameOfLine(text: string): (line: number) => string {
  const names = text.split('\n').map((line) => /^(?:export )?(?:async )?(?:const|let|function\*?) (\w+)/.exec(line)?.[1])
  return (line) => names.slice(0, line).findLast((name) => name !== undefined) ?? ''
}
