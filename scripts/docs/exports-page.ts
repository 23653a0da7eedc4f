import ts from "typescript"
import type { SourceProgram } from "./source-program"
import { code } from "./table"

/** The files behind the packages' public import paths. */
export const EXPORT_SOURCES = {
  workflows: "src/workflows/index.ts",
  module: "src/modules/pos/index.ts",
  client: "src/pos-api/index.ts",
  sandbox: "packages/pos-sandbox/src/index.ts",
} as const

/** Exports without a docstring, or with a docstring that links to nothing. */
class UndocumentedExportError extends Error {
  constructor(names: string[]) {
    super(`These exports have no docstring: ${names.join(", ")}. Write one; it becomes their text in the reference.`)
    this.name = "UndocumentedExportError"
  }
}

/** The sections of docs/reference/exports.md, by name. @throws UndocumentedExportError */
export function exportSections(program: SourceProgram): Map<string, string> {
  const { workflows, module, client, sandbox } = EXPORT_SOURCES
  const exported = readExports(program, workflows)
  const [steps, others] = [exported.filter(isWorkflow), exported.filter((each) => !isWorkflow(each))]
  const clientExports = readExports(program, client)
  return new Map([
    ["workflows", steps.map(describeWorkflow).join("\n\n")],
    ["events", describeAll(others)],
    ["module", describeAll(readExports(program, module))],
    ["client", describeAll(clientExports.filter(({ name }) => !name.endsWith("Schema")))],
    ["schemas", describeAll(clientExports.filter(({ name }) => name.endsWith("Schema")))],
    ["sandbox", readExports(program, sandbox).map(describeWithMembers).join("\n\n")],
  ])
}

type Exported = { name: string; symbol: ts.Symbol; checker: ts.TypeChecker; text: string }

function readExports({ checker, file }: SourceProgram, from: string): Exported[] {
  const module = checker.getSymbolAtLocation(file(from))
  const exported = (module ? checker.getExportsOfModule(module) : []).map((each) => {
    const symbol = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each
    return { name: each.name, symbol, checker, text: getText(symbol, checker) }
  })
  const undocumented = exported.filter(({ symbol }) => getSentences(symbol, checker) === "")
  if (undocumented.length > 0) {
    throw new UndocumentedExportError(undocumented.map(({ name }) => `${name} (${from})`))
  }
  return exported
}

/** A docstring without its tags: tags alone do not say what an export is. */
const getSentences = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker))

/** A docstring with its `@throws` and `@returns`, on one line. */
function getText(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const tags = symbol.getJsDocTags(checker).flatMap(({ name, text: parts }) => {
    const said = ts.displayPartsToString(parts)
    return said === "" || !(name in TAGS) ? [] : [`_${TAGS[name]}_: ${said}.`]
  })
  return toCell([getSentences(symbol, checker), ...tags].join(" "))
}

/** Tags of a docstring that the reference shows, with their label. */
const TAGS: Partial<Record<string, string>> = { throws: "Throws", returns: "Returns" }

/** `{@link X}` as code, line ends as spaces. */
const toCell = (text: string): string =>
  text
    .replace(/\{@link ([^}|\s]+)[^}]*\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .replace(/\.\.(?= |$)/g, ".")
    .trim()

const isWorkflow = ({ name }: Exported): boolean => name.endsWith("Workflow")

function describeWorkflow({ name, symbol, checker, text }: Exported): string {
  const [input, result] = checker.getTypeOfSymbol(symbol).aliasTypeArguments ?? []
  const types = [
    { label: "Input", type: input },
    { label: "Result", type: result },
  ].flatMap(({ label, type }) => (type ? [`- ${label}: ${code(writeType(type, checker))}`] : []))
  return `### ${code(name)}\n\n${text}\n\n${types.join("\n")}`
}

/** An object type by its members, so that a reader need not look up its name; other types as they are. */
function writeType(type: ts.Type, checker: ts.TypeChecker): string {
  const flags = ts.TypeFormatFlags.NoTruncation
  const isRecord =
    type.flags & ts.TypeFlags.Object &&
    !checker.isArrayType(type) &&
    type.getProperties().length > 0 &&
    type.getCallSignatures().length === 0
  if (!isRecord) {
    return shorten(checker.typeToString(type, undefined, flags), 1)
  }
  const members = type.getProperties().map((member) => {
    const mark = member.flags & ts.SymbolFlags.Optional ? "?" : ""
    return `${member.name}${mark}: ${writeMember(member, checker)}`
  })
  return `{ ${members.join("; ")} }`
}

/** Longer types are shown without the members of their objects. */
const MAX_TYPE_LENGTH = 160

function writeMember(member: ts.Symbol, checker: ts.TypeChecker): string {
  const text = checker
    .typeToString(checker.getTypeOfSymbol(member), undefined, ts.TypeFormatFlags.NoTruncation)
    .replace(member.flags & ts.SymbolFlags.Optional ? / \| undefined$/ : /(?!)/, "")
  return shorten(text, 0)
}

/** Words of an enum in alphabetical order: the compiler's order changes with code elsewhere. */
const sortWords = (type: string): string =>
  type.replace(/"[^"]*"(?: \| "[^"]*")+/g, (words) => words.split(" | ").sort().join(" | "))

/** Sorts the words of enums, and replaces what is in braces deeper than `depth` by an ellipsis if the text is long. */
function shorten(type: string, depth: number): string {
  const text = sortWords(type)
  if (text.length <= MAX_TYPE_LENGTH) {
    return text
  }
  let level = 0
  let short = ""
  for (const character of text) {
    if (character === "}") {
      level -= 1
      short += level === depth ? " … " : ""
    }
    short += level <= depth ? character : ""
    level += character === "{" ? 1 : 0
  }
  return short
}

const describeAll = (exported: Exported[]): string =>
  exported.map(({ name, symbol, text }) => `- ${code(name)} (${getKind(symbol)}): ${text}`).join("\n")

/** A class with its public members, a type with the members that are declared in it; everything else in one line. */
function describeWithMembers(exported: Exported): string {
  const { name, symbol, checker, text } = exported
  const heading = `### \`${name}\`\n\n_${getKind(symbol)}._ ${text}`
  const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0
  const members = isClass || symbol.flags & ts.SymbolFlags.TypeAlias ? getMembers(exported) : []
  if (members.length === 0) {
    return heading
  }
  const lines = members.map((member) => {
    const type = isClass ? "" : ` (${code(writeMember(member, checker))})`
    const said = getText(member, checker)
    return `- ${code(member.name)}${type}${said === "" ? "" : `: ${said}`}`
  })
  return `${heading}\n\n${lines.join("\n")}`
}

/** @throws UndocumentedExportError for a member of a class without a docstring */
function getMembers({ name, symbol, checker }: Exported): ts.Symbol[] {
  const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0
  const members = checker.getDeclaredTypeOfSymbol(symbol).getProperties()
  const shown = members.filter((member) => !isHidden(member) && (isClass || isDeclaredHere(member)))
  const undocumented = shown.filter((member) => isClass && !isStandard(member) && getSentences(member, checker) === "")
  if (undocumented.length > 0) {
    throw new UndocumentedExportError(undocumented.map((member) => `${name}.${member.name}`))
  }
  return shown.filter((member) => !isStandard(member))
}

/** Whether a member comes from JavaScript itself: the `message` of an error, the methods of a list. */
const isStandard = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.every((declaration) => declaration.getSourceFile().isDeclarationFile)

const isDeclaredHere = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((declaration) => ts.isPropertySignature(declaration) || ts.isMethodSignature(declaration))

const isHidden = ({ name, declarations = [] }: ts.Symbol): boolean =>
  name.startsWith("#") ||
  declarations.some(
    (declaration) => ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)
  )

function getKind({ flags, valueDeclaration }: ts.Symbol): string {
  if (flags & ts.SymbolFlags.Class) {
    return valueDeclaration && ts.isClassDeclaration(valueDeclaration) && isErrorClass(valueDeclaration)
      ? "error"
      : "class"
  }
  if (flags & ts.SymbolFlags.Function) {
    return "function"
  }
  return flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface) ? "type" : "value"
}

const isErrorClass = ({ heritageClauses = ts.factory.createNodeArray() }: ts.ClassDeclaration): boolean =>
  heritageClauses.some((clause) => clause.types.some(({ expression }) => expression.getText().endsWith("Error")))
