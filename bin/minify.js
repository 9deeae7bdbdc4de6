// The text of a bundled module -> the same module, smaller. TypeScript resolves its names, as it does for an editor:
// constants that are used once move to their use, and all variables, functions and private members get shorter names.
// Each scope names its own in the order of their declarations, from the first letter on, so that functions alike look
// alike: that compresses best. (The API of TypeScript 7 is not stable: package-lock.json keeps the version that is tested.)
import { API } from 'typescript/unstable/sync'
import { NodeFlags, SyntaxKind } from 'typescript/unstable/ast'
import { isFunctionLikeDeclaration as isFunction } from 'typescript/unstable/ast/is'
import { transform } from './esbuild.js'

const FILE = '/module.js'
const CONFIG = '/tsconfig.json'
/** In the order of their frequency in a bundle. */
const LETTERS = 'etnrisoaclduphmfgbvywxkqzjETNRISOACLDUPHMFGBVYWXKQZJ_$'
/** Words of the language with two or three letters; no scope has enough variables for longer ones. */
const RESERVED = ['as', 'do', 'if', 'in', 'is', 'of', 'any', 'for', 'get', 'let', 'new', 'set', 'try', 'var']

/** Nodes that give a variable its name. */
const DECLARATIONS = new Set([
  SyntaxKind.Parameter, SyntaxKind.VariableDeclaration, SyntaxKind.BindingElement, SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression, SyntaxKind.ClassDeclaration, SyntaxKind.ClassExpression,
])
/** Nodes other than functions that hold variables of their own. */
const SCOPES = new Set([
  SyntaxKind.Block, SyntaxKind.CaseBlock, SyntaxKind.CatchClause, SyntaxKind.ForStatement, SyntaxKind.ForInStatement,
  SyntaxKind.ForOfStatement, SyntaxKind.ClassExpression, SyntaxKind.ClassStaticBlockDeclaration,
])
/** Nodes whose name is that of a member. */
const MEMBERS = new Set([
  SyntaxKind.PropertyAccessExpression, SyntaxKind.PropertyAssignment, SyntaxKind.PropertyDeclaration,
  SyntaxKind.MethodDeclaration, SyntaxKind.GetAccessor, SyntaxKind.SetAccessor, SyntaxKind.MetaProperty,
])
/**
 * Values that can stand at their use as well as in a variable. A regular expression takes some 40 ns to make there at each
 * use, which no search shows; apart it would cost the search modules 150 bytes.
 */
const CONSTANTS = new Set([
  SyntaxKind.NumericLiteral, SyntaxKind.StringLiteral, SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.RegularExpressionLiteral,
])
/** Parents that only read the names below them. */
const READERS = new Set([
  SyntaxKind.CallExpression, SyntaxKind.NewExpression, SyntaxKind.TemplateSpan, SyntaxKind.ReturnStatement,
  SyntaxKind.ConditionalExpression, SyntaxKind.ElementAccessExpression, SyntaxKind.PropertyAccessExpression,
])

/** Operators that assign to nothing. */
const COMPARISONS = new Set([
  SyntaxKind.LessThanToken, SyntaxKind.GreaterThanToken, SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken, SyntaxKind.SlashToken, SyntaxKind.PlusToken, SyntaxKind.MinusToken,
])

/** The module, smaller. It has to be a bundle, whose exports are a list at its end. */
export async function minify(text) {
  const inlined = withModule(text, ({ words, root }) => inlineConstants(text, words, root))
  // Variables without a use go, and texts that are joined become one.
  const { code } = await transform(inlined, {
    minifySyntax: true, minifyWhitespace: true, treeShaking: true, format: 'esm', target: 'es2022', charset: 'utf8',
  })
  return withModule(code, ({ root, words, privates }) => {
    nameVariables(root)
    namePrivates(privates)
    const named = [...words, ...privates].filter(({ variable }) => variable !== undefined)
    return replaceNodes(code, named.map(({ node, variable }) => ({ node, text: rename(node, variable.name) })))
  })
}

/** Gives `use` the names of a module: all of them in order, and the module's own scope. */
function withModule(text, use) {
  const options = { allowJs: true, noLib: true, types: [] }
  const files = new Map([[FILE, text], [CONFIG, JSON.stringify({ compilerOptions: options, files: [FILE] })]])
  const api = new API({
    cwd: '/',
    fs: {
      readFile: (file) => files.get(file) ?? null,
      fileExists: (file) => files.has(file),
      directoryExists: (folder) => folder === '/',
      getAccessibleEntries: () => ({ files: [], directories: [] }),
    },
  })
  try {
    const [{ program, checker }] = api.updateSnapshot({ openProjects: [CONFIG] }).getProjects()
    const [problem] = program.getSyntacticDiagnostics(FILE)
    if (problem !== undefined) throw new SyntaxError(problem.text)
    const module = readWords(program.getSourceFile(FILE))
    resolveWords(module.words, checker)
    return use(module)
  } finally {
    api.close()
  }
}

/** All names in a module. Each has the scopes around it, from the module's own to the innermost one. */
function readWords(source) {
  const words = []
  const privates = []
  // `used` are the variables that are met in a scope or inside it, and the names that are not of this module.
  const newScope = (holdsVar) => ({ variables: [], used: new Set(), inner: [], holdsVar })

  function visit(node, around) {
    const { kind, parent } = node
    // The block of a function, or of `catch`, is one scope with the parameters.
    const isBody = kind === SyntaxKind.Block && (isFunction(parent) || parent.kind === SyntaxKind.CatchClause)
    let scopes = around
    if (isFunction(node) || (SCOPES.has(kind) && !isBody)) {
      scopes = [...around, newScope(isFunction(node) || kind === SyntaxKind.ClassStaticBlockDeclaration)]
      around.at(-1).inner.push(scopes.at(-1))
    }
    if (kind === SyntaxKind.PrivateIdentifier) privates.push({ node })
    if (kind === SyntaxKind.Identifier && !isMember(node)) {
      // The name of a declared function is in the scope around the function.
      words.push({ node, scopes: parent.kind === SyntaxKind.FunctionDeclaration ? scopes.slice(0, -1) : scopes })
    }
    node.forEachChild((child) => visit(child, scopes))
  }

  const root = newScope(true)
  visit(source, [root])
  return { root, words, privates }
}

/** True for a name that stays: of a member, or of an export. */
function isMember(node) {
  const { parent } = node
  if (parent.kind === SyntaxKind.BindingElement) return parent.propertyName === node
  if (parent.kind === SyntaxKind.ExportSpecifier) return parent.propertyName !== undefined && parent.name === node
  return MEMBERS.has(parent.kind) && parent.name === node
}

/** True for the name in the declaration of a variable. */
function isDeclared(node) {
  return DECLARATIONS.has(node.parent.kind) && node.parent.name === node
}

/** Gives each word its variable, and each scope what is declared and what is used in it. */
function resolveWords(words, checker) {
  const symbols = checker.getSymbolAtLocation(words.map(({ node }) => node))
  const variables = new Map()
  for (const [i, { node, scopes }] of words.entries()) {
    if (!isDeclared(node) || variables.has(symbols[i].id)) continue
    const owner = isVar(node.parent) ? scopes.findLast(({ holdsVar }) => holdsVar) : scopes.at(-1)
    const variable = { name: '', owner }
    owner.variables.push(variable)
    variables.set(symbols[i].id, variable)
  }
  const symbolAt = new Map(words.map(({ node }, i) => [node, symbols[i]]))
  for (const { node } of words) {
    const parameter = parameterOfCatch(node)
    if (parameter !== undefined) variables.set(symbolAt.get(parameter).id, variables.get(symbolAt.get(node).id))
  }
  for (const [i, word] of words.entries()) {
    const { node, scopes } = word
    const variable = variables.get(symbolOf(node, symbols[i], checker)?.id)
    word.variable = variable
    const inside = scopes.slice(variable === undefined ? 0 : scopes.indexOf(variable.owner))
    for (const { used } of inside) used.add(variable ?? node.text)
  }
}

/** The symbol of a variable, where its name is that of a member or of an export as well. */
function symbolOf(node, symbol, checker) {
  const { parent } = node
  if (parent.kind === SyntaxKind.ExportSpecifier) return checker.getExportSpecifierLocalTargetSymbol(parent)
  const isBoth = parent.kind === SyntaxKind.ShorthandPropertyAssignment && parent.name === node
  return isBoth ? checker.getShorthandAssignmentValueSymbol(parent) : symbol
}

/** True for a variable that `var` declares: the scopes of blocks don't hold it. */
function isVar(declaration) {
  let node = declaration
  while (node.kind === SyntaxKind.BindingElement) node = node.parent.parent
  return node.parent.kind === SyntaxKind.VariableDeclarationList && !(node.parent.flags & NodeFlags.BlockScoped)
}

/**
 * The parameter of the `catch` around a variable that `var` declares with the same name, undefined without one. The
 * declaration sets the parameter, not the variable of the function, so that both need one name.
 */
function parameterOfCatch(name) {
  if (!isDeclared(name) || !isVar(name.parent)) return undefined
  let node = name.parent
  while (node !== undefined && !isFunction(node)) {
    const parameter = node.kind === SyntaxKind.CatchClause ? node.variableDeclaration?.name : undefined
    if (parameter?.text === name.text) return parameter
    node = node.parent
  }
  return undefined
}

/** Puts constants of the module that are used once in the place of their use. The variable is left, without a use. */
function inlineConstants(text, words, root) {
  const uses = new Map(root.variables.map((variable) => [variable, []]))
  for (const { variable, node } of words) uses.get(variable)?.push(node)
  const parts = [...uses.values()].flatMap((nodes) => {
    // The initializer of a binding element is only its default.
    const { kind, initializer } = nodes.find(isDeclared).parent
    const use = nodes.find(isRead)
    if (kind !== SyntaxKind.VariableDeclaration || nodes.length !== 2 || use === undefined || !CONSTANTS.has(initializer?.kind)) return []
    const value = text.slice(initializer.getStart(), initializer.end)
    // With these flags a regular expression keeps where it matched last.
    return /^\/.*\/\w*[gy]/s.test(value) ? [] : [{ node: use, text: `(${value})` }]
  })
  return replaceNodes(text, parts)
}

/** True for a name that is certainly read there, and not assigned to. */
function isRead(node) {
  const { kind, operator, operatorToken, right, initializer } = node.parent
  if (kind === SyntaxKind.PrefixUnaryExpression) return operator === SyntaxKind.MinusToken
  if (kind === SyntaxKind.VariableDeclaration) return initializer === node
  if (kind === SyntaxKind.BinaryExpression) return right === node || COMPARISONS.has(operatorToken.kind)
  return READERS.has(kind)
}

/** Names the variables of a scope and of those inside it. What a scope uses from outside has its name by then. */
function nameVariables({ variables, used, inner }) {
  const taken = new Set([...RESERVED, ...[...used].map((one) => one.name ?? one)])
  let tried = 0
  for (const variable of variables) {
    do variable.name = nameAt(tried++)
    while (taken.has(variable.name))
  }
  for (const scope of inner) nameVariables(scope)
}

/** Gives each private name a letter, the same one in all classes. */
function namePrivates(words) {
  const names = [...new Set(words.map(({ node }) => node.text))]
  for (const word of words) word.variable = { name: `#${nameAt(names.indexOf(word.node.text))}` }
}

/** `e`, `t`, …, `ee`, `te`, … */
function nameAt(number) {
  const rest = Math.floor(number / LETTERS.length)
  return (rest > 0 ? nameAt(rest - 1) : '') + LETTERS[number % LETTERS.length]
}

/** The text for a name with a new one: a member or an export of the same name keeps it. */
function rename(node, name) {
  const { parent, text } = node
  const { kind, propertyName, dotDotDotToken } = parent
  if (parent.name !== node || propertyName || dotDotDotToken) return name
  if (kind === SyntaxKind.ExportSpecifier) return `${name} as ${text}`
  const isProperty = kind === SyntaxKind.BindingElement && parent.parent.kind === SyntaxKind.ObjectBindingPattern
  return isProperty || kind === SyntaxKind.ShorthandPropertyAssignment ? `${text}:${name}` : name
}

/** The text with other text in place of some names. */
function replaceNodes(text, parts) {
  const out = []
  let from = 0
  for (const part of parts.sort((a, b) => a.node.end - b.node.end)) {
    const start = part.node.end - part.node.text.length
    if (text.slice(start, part.node.end) !== part.node.text) throw new Error(`Expected ${part.node.text} at ${start}`)
    out.push(text.slice(from, start), part.text)
    from = part.node.end
  }
  return out.join('') + text.slice(from)
}
