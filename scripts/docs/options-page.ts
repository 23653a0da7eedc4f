import { pluginOptionsSchema } from "../../src/modules/pos/options-schema"
import { memberTable } from "./member-table"
import { commentsOf } from "./schema-comments"
import { exportedType, type SourceProgram } from "./source-program"

export const OPTIONS_SOURCE = "src/modules/pos/options-schema.ts"

/** Options that are objects, each with a table of its own. */
const PARTS = [
  "addresses",
  "oauth",
  "encryptionKeys",
  "finance",
  "giftCards",
  "giftCards.balanceRoute",
  "retention",
  "rateLimits",
  "medusaAccess",
  "monitoring",
  "alerts",
]

/** The sections of docs/reference/options.md, by name. */
export function optionSections(program: SourceProgram): Map<string, string> {
  const comments = commentsOf(program.checker, exportedType(program, OPTIONS_SOURCE, "pluginOptionsSchema"))
  // The limits that the POS publishes apply by default, although the schema has none.
  const { rateLimits } = pluginOptionsSchema.parse({})
  const table = (at: string, title: string) =>
    memberTable({ schema: pluginOptionsSchema, comments, title, at, defaults: at === "" ? { rateLimits } : {} })
  const parts = PARTS.filter((part) => part !== "retention").map(
    (part) => `### \`${part}\`\n\n${table(part, "member")}`
  )
  return new Map([
    ["options", table("", "option")],
    ["parts", parts.join("\n\n")],
    ["retention", table("retention", "member")],
  ])
}
