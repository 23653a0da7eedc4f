import { PROVIDER_PRESETS } from "../../src/contract/providers"
import { parseOptions } from "../../src/modules/pos/options"
import { pluginOptionsSchema } from "../../src/modules/pos/options-schema"
import { memberTable } from "./member-table"
import { commentsOf } from "./schema-comments"
import { exportedType, type SourceProgram } from "./source-program"
import { code, table as writeTable } from "./table"

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
  // Defaults that depend on the provider, as they are without one.
  const { brand, rateLimits } = parseOptions({}, {})
  const table = (at: string, title: string) =>
    memberTable({ schema: pluginOptionsSchema, comments, title, at, defaults: at === "" ? { brand, rateLimits } : {} })
  const parts = PARTS.filter((part) => part !== "retention").map(
    (part) => `### \`${part}\`\n\n${table(part, "member")}`
  )
  return new Map([
    ["options", table("", "option")],
    ["providers", providerTables()],
    ["parts", parts.join("\n\n")],
    ["retention", table("retention", "member")],
  ])
}

/** The presets, each with its values by the option that overrides them. */
function providerTables(): string {
  return Object.entries(PROVIDER_PRESETS)
    .map(([name, { displayName, brand, addresses, keyPageUrl, scopes, rateLimits }]) => {
      const rows = [
        ["`brand`", code(brand)],
        ...Object.entries(addresses).map(([interfaceName, url]) => [code(`addresses.${interfaceName}`), code(url)]),
        ["`keyPageUrl`", code(keyPageUrl)],
        ["scopes of the key", scopes.map(code).join(", ")],
        ["`rateLimits`", code(JSON.stringify(rateLimits))],
      ]
      return `### ${code(name)}: ${displayName}\n\n${writeTable(["option", "value"], rows)}`
    })
    .join("\n\n")
}
