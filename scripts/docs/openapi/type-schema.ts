import ts from "typescript"

export type Json = { [member: string]: unknown }

/** Deeper than anything that is answered; a type that holds itself ends there. */
const DEEPEST = 12

/** What a value of a type looks like once it is JSON, as a JSON Schema. */
export function schemaOfType(checker: ts.TypeChecker, type: ts.Type, depth = 0): Json {
  if (depth > DEEPEST || type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) {
    return {}
  }
  if (type.isUnion()) {
    return ofUnion(checker, type.types, depth)
  }
  return ofPrimitive(checker, type) ?? ofObject(checker, type, depth)
}

function ofPrimitive(checker: ts.TypeChecker, type: ts.Type): Json | null {
  if (type.isStringLiteral() || type.isNumberLiteral()) {
    return { const: type.value }
  }
  if (type.flags & ts.TypeFlags.BooleanLiteral) {
    return { const: checker.typeToString(type) === "true" }
  }
  const word = PRIMITIVES.find(([flag]) => type.flags & flag)?.[1]
  return word ? { type: word } : null
}

const PRIMITIVES: [ts.TypeFlags, string][] = [
  [ts.TypeFlags.StringLike, "string"],
  [ts.TypeFlags.NumberLike, "number"],
  [ts.TypeFlags.BooleanLike, "boolean"],
  [ts.TypeFlags.Null, "null"],
  [ts.TypeFlags.NonPrimitive, "object"],
]

const isUndefined = (type: ts.Type) => Boolean(type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void))

function ofUnion(checker: ts.TypeChecker, types: ts.Type[], depth: number): Json {
  const schemas = types.filter((type) => !isUndefined(type)).map((type) => schemaOfType(checker, type, depth))
  const consts = schemas.flatMap((schema) => ("const" in schema ? [schema.const] : []))
  const others = distinct(schemas.filter((schema) => !("const" in schema)))
  const isAnyBoolean = consts.includes(true) && consts.includes(false)
  const constants = consts.filter((value) => !isAnyBoolean || typeof value !== "boolean")
  const all = [
    ...(isAnyBoolean ? [{ type: "boolean" }] : []),
    ...(constants.length > 1
      ? [{ type: typeof constants[0], enum: constants.sort() }]
      : constants.map((value) => ({ const: value }))),
    ...others,
  ]
  const [only] = all
  const words = all.flatMap((schema: Json) => (Object.keys(schema).join() === "type" ? [String(schema.type)] : []))
  if (all.length === 1 && only) {
    return only
  }
  return words.length === all.length ? { type: words.sort() } : { anyOf: all }
}

const distinct = (schemas: Json[]) => [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]

function ofObject(checker: ts.TypeChecker, type: ts.Type, depth: number): Json {
  if (type.symbol?.name === "Date") {
    return { type: "string", format: "date-time" }
  }
  const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
  if (item && (checker.isArrayType(type) || checker.isTupleType(type))) {
    return { type: "array", items: schemaOfType(checker, item, depth + 1) }
  }
  const members = checker.getPropertiesOfType(type).flatMap((member): [string, Json, boolean][] => {
    const held = checker.getTypeOfSymbol(member)
    if (held.getCallSignatures().length > 0 || isUndefined(held) || member.name.startsWith("__@")) {
      return []
    }
    const isOptional =
      Boolean(member.flags & ts.SymbolFlags.Optional) || (held.isUnion() && held.types.some(isUndefined))
    const comment = ts.displayPartsToString(member.getDocumentationComment(checker)).replace(/\s+/g, " ").trim()
    const schema = schemaOfType(checker, held, depth + 1)
    return [[member.name, comment === "" ? schema : { ...schema, description: comment }, isOptional]]
  })
  const rest = checker.getIndexTypeOfType(type, ts.IndexKind.String)
  const required = members.filter(([, , isOptional]) => !isOptional).map(([name]) => name)
  return {
    type: "object",
    ...(members.length > 0 ? { properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])) } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(rest ? { additionalProperties: schemaOfType(checker, rest, depth + 1) } : {}),
  }
}
