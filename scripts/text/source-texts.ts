import ts from "typescript"

/** A text that a person reads. `text` keeps the length and lines of the original; what is not prose is blank in it. */
export type Text = { kind: "comment" | "sentence" | "page" | "label"; line: number; text: string }

/**
 * Reads the comments and the sentences of TypeScript, TSX or JavaScript. A literal without a space is an identifier, and a
 * literal with a keyword of SQL is a statement: both are left out, as are code in backticks and the expressions of a template.
 */
export function readSourceTexts(name: string, source: string): Text[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, false, getScriptKind(name))
  const texts = new Map<number, Text>()
  const add = (kind: Text["kind"], from: number, text: string) =>
    texts.set(from, { kind, line: file.getLineAndCharacterOfPosition(from).line + 1, text: blankCode(text) })

  const addComments = (ranges: ts.CommentRange[] | undefined) =>
    ranges?.forEach(({ pos, end }) => add("comment", pos, source.slice(pos, end).replace(PARAMETER, blank)))

  const visit = (node: ts.Node): void => {
    if (!ts.isJsxText(node)) {
      addComments(ts.getLeadingCommentRanges(source, node.pos))
      addComments(ts.getTrailingCommentRanges(source, node.end))
    }
    const literal = readLiteral(node, file)
    if (literal !== undefined && isSentence(literal)) {
      add("sentence", node.getStart(file), literal)
    }
    node.getChildren(file).forEach(visit)
  }
  visit(file)
  return [...texts.values()]
}

/** The type and name of a parameter in a comment. */
const PARAMETER = /@param (?:\{[^}]*\} )?[\w.[\]]+/g

/** Replaces code in backticks by spaces. */
const blankCode = (text: string): string => text.replace(/(?<!^)`[^`]+`(?!$)/g, blank)

/** Replaces all characters but line ends by spaces. */
export const blank = (text: string): string => text.replace(/[^\n]/g, " ")

function getScriptKind(name: string): ts.ScriptKind {
  if (/\.[jt]sx$/.test(name)) {
    return ts.ScriptKind.TSX
  }
  return name.endsWith(".js") ? ts.ScriptKind.JS : ts.ScriptKind.TS
}

function readLiteral(node: ts.Node, file: ts.SourceFile): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node)) {
    return node.getText(file)
  }
  return ts.isTemplateExpression(node) ? blankExpressions(node, file) : undefined
}

function blankExpressions(node: ts.TemplateExpression, file: ts.SourceFile): string {
  const start = node.getStart(file)
  return node.templateSpans.reduce((text, { expression }) => {
    const from = expression.pos - start
    const to = expression.end - start
    return text.slice(0, from) + blank(text.slice(from, to)) + text.slice(to)
  }, node.getText(file))
}

const SQL =
  /\b(SELECT|UPDATE|INSERT|DELETE|FROM|WHERE|JOIN|SET|VALUES|AND|OR|NOT|NULL|IN|AS|CASE|WHEN|COALESCE|ORDER BY)\b|<>|::/

/** Two words, or a word beside an expression. */
const WORDS = /\p{L}[,.;:'’)]* +\S|^`[^]* \p{L}{2,}/u

const isSentence = (literal: string) => WORDS.test(literal) && !SQL.test(literal)
