import { z } from "zod"
import type { Comments } from "./schema-comments"
import { code, table } from "./table"

type Json = z.core.JSONSchema.JSONSchema

/** An object's members as a table: meaning, type and default of each. */
export type MemberTable = {
  schema: z.ZodType
  comments: Comments
  /** the heading of the first column */
  title: string
  /** path of the object whose members are shown; "": the schema itself */
  at?: string
  /** what a member is when it is not named; else the schema's own default */
  defaults?: Record<string, unknown>
  /** members of objects within stand in the same table, as `price.region_id` */
  flat?: boolean
}

export function memberTable({ schema, comments, title, at = "", defaults, flat = false }: MemberTable): string {
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })
  const object = at === "" ? whole : partOf(whole, at)
  const rows = rowsOf(object, at === "" ? "" : `${at}.`, { comments, defaults, flat })
  return table([title, "meaning", "type", "default"], rows)
}

type Shown = Pick<MemberTable, "comments" | "defaults" | "flat">

function rowsOf(object: Json, path: string, shown: Shown): string[][] {
  return Object.entries(object.properties ?? {}).flatMap(([name, member]) => {
    const schema = asSchema(member)
    const isFlat = shown.flat && schema.properties !== undefined
    const known = shown.defaults?.[name] ?? schema.default
    const row = [
      code(name),
      shown.comments.get(path + name) ?? "",
      describeType(schema, name),
      isFlat ? "" : byDefault(known),
    ]
    const within = isFlat ? rowsOf(schema, `${path}${name}.`, { ...shown, defaults: undefined }) : []
    return [row, ...within.map(([first = "", ...rest]) => [first.replace("`", `\`${name}.`), ...rest])]
  })
}

/** The object at a path, through lists and what may be null. */
function partOf(schema: Json, path: string): Json {
  return path.split(".").reduce((object, name) => inner(asSchema(object.properties?.[name])), schema)
}

function inner(schema: Json): Json {
  const [first] = (schema.anyOf ?? []).map(asSchema).filter(({ type }) => type !== "null")
  const items = Array.isArray(schema.items) ? schema.items[0] : schema.items
  const held = items ?? schema.additionalProperties
  return first ? inner(first) : typeof held === "object" ? inner(held) : schema
}

const asSchema = (schema: Json | boolean | undefined): Json => (typeof schema === "object" ? schema : {})

/** A value's type, in words. */
function describeType(schema: Json, name: string): string {
  if (schema.anyOf) {
    return schema.anyOf.map((item) => describeType(asSchema(item), name)).join(" or ")
  }
  if (schema.enum) {
    return schema.enum.map((word) => code(String(word))).join(", ")
  }
  const { minimum, maximum, pattern, format } = schema
  const range = minimum === undefined ? "" : `, ${minimum} to ${maximum ?? "…"}`
  switch (schema.type) {
    case "null":
      return "`null`"
    case "boolean":
      return "`true` or `false`"
    case "integer":
      return `integer${range}`
    case "number":
      return `number${range}`
    case "string":
      return format === "uri" ? "URL" : format === "email" ? "e-mail address" : text(schema, pattern)
    case "array":
      return `list of ${describeType(asSchema(Array.isArray(schema.items) ? undefined : schema.items), name)}`
    case "object":
      return ofObject(schema)
    default:
      return "function"
  }
}

function text({ minLength = 0, maxLength }: Json, pattern: string | undefined): string {
  const atLeast = minLength > 1 ? ` of at least ${minLength} characters` : ""
  const atMost = maxLength === undefined ? "" : ` of at most ${maxLength} characters`
  return `text${pattern === undefined ? atLeast + atMost : ` matching ${code(pattern)}`}`
}

function ofObject(schema: Json): string {
  const names = Object.keys(schema.properties ?? {})
  if (names.length > 0) {
    return `\`{ ${names.join(", ")} }\``
  }
  const { propertyNames, additionalProperties } = schema
  return `for each of ${describeType(asSchema(propertyNames), "")}: ${describeType(asSchema(additionalProperties), "")}`
}

const byDefault = (value: unknown) => (value === undefined || isEmptyObject(value) ? "" : code(JSON.stringify(value)))

const isEmptyObject = (value: unknown) => typeof value === "object" && value !== null && Object.keys(value).length === 0
