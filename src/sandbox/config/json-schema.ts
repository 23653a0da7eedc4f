import { z } from "zod"
import { configSchema } from "./config-schema"

const memberSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
})

/** What may stand in a configuration, for an editor to help with: JSON Schema, made of the schema it is checked by. */
export function configJsonSchema() {
  return {
    title: "pos-sandbox.yaml",
    description: "What a sandbox of the point-of-sale service begins with",
    ...z.toJSONSchema(configSchema, { io: "input", unrepresentable: "any" }),
  }
}

/** The names that may stand at a place of a configuration; empty where any may. */
export function namesAt(path: readonly PropertyKey[]): string[] {
  const inner = path.reduce<unknown>((schema, part) => {
    const { properties, items, additionalProperties } = memberSchema.safeParse(schema).data ?? {}
    return typeof part === "number" ? items : (properties?.[String(part)] ?? additionalProperties)
  }, configJsonSchema())
  return Object.keys(memberSchema.safeParse(inner).data?.properties ?? {})
}
