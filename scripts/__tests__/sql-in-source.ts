import ts from "typescript"

/** A place in a statement whose text is only known when it runs. */
export const HOLE = "\u0000"

/** What a statement does with a table. */
export type TableUse = { table: string; writes: boolean }

type Words = { texts: string[]; names: Set<string> }

/** Sources are asked for both, more than once. */
const read = new Map<string, Words>()

function wordsOf(source: string): Words {
  const known = read.get(source)
  if (known) {
    return known
  }
  const words: Words = { texts: [], names: new Set() }
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      words.names.add(node.text)
    } else if (ts.isStringLiteralLike(node)) {
      words.texts.push(node.text)
    } else if (ts.isTemplateExpression(node)) {
      words.texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(HOLE))
    }
    ts.forEachChild(node, visit)
  }
  const how = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }
  visit(ts.createSourceFile("source.ts", source, how))
  read.set(source, words)
  return words
}

/** Every text of a source file as it is meant, each hole of a template marked; comments are no text. */
export const textsOf = (source: string): string[] => wordsOf(source).texts

/** Names of what a source file imports, and of what it calls on other things. */
export const namesOf = (source: string): Set<string> => wordsOf(source).names

const STATEMENT = [
  /\bselect\b[^]*\bfrom\s+["\w\u0000(]/i,
  /\binsert\s+into\s+["\w\u0000]/i,
  /\bupdate\s+(only\s+)?["\w\u0000.]+(\s+(as\s+)?\w+)?\s+set\b/i,
  /\bdelete\s+from\s+["\w\u0000]/i,
  /\b(create|drop|alter)\s+(unique\s+)?(table|index|view|sequence|materialized)\b/i,
  /\bTRUNCATE\s+["\w\u0000]|\btruncate\s+table\b/,
  /\block\s+table\b/i,
  /\bmerge\s+into\b/i,
]

/** A part of a statement: what English has only by shouting. */
const PART = /(^|[^\w])(FROM|JOIN|INTO|UPDATE|RETURNING|WHERE|SELECT|UNION|USING)\s+["\w\u0000(]/

/** Whether a text is a statement, or a part of one. */
export const isSql = (text: string): boolean => STATEMENT.some((item) => item.test(text)) || PART.test(text)

const withoutComments = (text: string) => text.replace(/--[^\n]*/g, " ").replace(/\/\*[^]*?\*\//g, " ")

/** Names that statements give to what they select themselves (WITH … AS), over all texts of a file. */
export const madeIn = (texts: string[]): Set<string> =>
  new Set(
    texts
      .flatMap((text) => [...text.matchAll(/\b(\w+)\s*(?:\([^()]*\)\s*)?AS\s+(?:NOT\s+)?(?:MATERIALIZED\s*)?\(/gi)])
      .flatMap(([, name]) => name ?? [])
  )

const TABLE = /(?:"([^"]+)"|([\w.\u0000]+))/y
const AFTER =
  /\b(delete\s+from|insert\s+into|merge\s+into|truncate(?:\s+table)?|(?:create|drop|alter|lock)\s+table|from|join|update|into|using)\b\s*/gi
const WRITES = /^(delete|insert|merge|truncate|create|drop|alter|lock|update|into)/i
/** Of `FOR UPDATE OF …`, `DO UPDATE SET`, `IS DISTINCT FROM` and `AS "from"`, which name no table. */
const NO_TABLE = /(\bfor(\s+no\s+key)?\s+|\bdo\s+|\bdistinct\s+|")$/i
const SKIPPED = /^((only|lateral|if\s+(not\s+)?exists)\s+)*/i
/** `extract(epoch FROM …)`, `trim(both FROM …)` and `substring(… FROM …)`. */
const INSIDE_FUNCTION = /\b(extract|trim|substring|overlay|position)\s*\([^()]*$/i

/** The tables that a statement, or a part of one, names; a name that is only known when it runs is {@link HOLE}. */
export function tablesOf(text: string): TableUse[] {
  const sql = withoutComments(text)
  const uses: TableUse[] = []
  for (const match of sql.matchAll(AFTER)) {
    const before = sql.slice(0, match.index)
    const word = match[1] ?? ""
    if (NO_TABLE.test(before) || INSIDE_FUNCTION.test(before)) {
      continue
    }
    for (let at = match.index + match[0].length; ;) {
      const skipped = SKIPPED.exec(sql.slice(at))?.[0] ?? ""
      at += skipped.length
      TABLE.lastIndex = at
      const named = TABLE.exec(sql)
      const table = named?.[1] ?? named?.[2]
      if (!named || table === undefined) {
        break
      }
      const end = at + named[0].length
      const isFunction = /^\s*\(/.test(sql.slice(end)) && !/^(insert|into)/i.test(word)
      // What comes LATERAL is a function or a statement, never a table.
      if (!isFunction && !/lateral/i.test(skipped)) {
        uses.push({ table, writes: WRITES.test(word) })
      }
      const next = isFunction
        ? null
        : /^(\s+(as\s+)?(?!where\b|on\b|cross\b|join\b|left\b|set\b)\w+)?\s*,\s*/i.exec(sql.slice(end))
      if (!next || !/^from$/i.test(word)) {
        break
      }
      at = end + next[0].length
    }
  }
  return uses
}
