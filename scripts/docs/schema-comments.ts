import ts from "typescript"

/** What the source says of a schema's members, by path: `retention.runDays`. */
export type Comments = ReadonlyMap<string, string>

/** The comments in a zod object's source, which its type still knows; also of objects within it. */
export function commentsOf(checker: ts.TypeChecker, schema: ts.Type): Comments {
  return new Map(inShape(checker, shapeOf(checker, schema), ""))
}

/** Likewise of schemas that stand in an object by themselves, as those of settings do. */
export function memberComments(checker: ts.TypeChecker, fields: ts.Type): Comments {
  return new Map(inShape(checker, fields, ""))
}

/** A comment as one line. */
export function commentOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, " ").trim()
}

function inShape(checker: ts.TypeChecker, shape: ts.Type | undefined, before: string): [string, string][] {
  return (shape?.getProperties() ?? []).flatMap((member): [string, string][] => {
    const path = before + member.name
    const comment = commentOf(checker, member)
    return [
      ...(comment === "" ? [] : [[path, comment] satisfies [string, string]]),
      ...inShape(checker, shapeOf(checker, checker.getTypeOfSymbol(member)), `${path}.`),
    ]
  })
}

/** Members of a zod object, through what stands around it: optional, default, array, transform … */
function shapeOf(checker: ts.TypeChecker, schema: ts.Type): ts.Type | undefined {
  const name = schema.symbol?.name ?? ""
  if (!name.startsWith("Zod") || !isReference(schema)) {
    return undefined
  }
  const [first, second] = checker.getTypeArguments(schema)
  const inner = name === "ZodRecord" ? second : first
  return name === "ZodObject" ? first : inner && shapeOf(checker, inner)
}

const isReference = (type: ts.Type): type is ts.TypeReference => "target" in type
