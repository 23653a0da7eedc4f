import type { Json } from "./type-schema"

/** An object of fewer members reads as well where it stands. */
const FEWEST_MEMBERS = 6

/** Puts objects that stand in several places of a document into its components, by the name of the member that holds them. */
export function shareSchemas(paths: Json): { paths: Json; schemas: Json } {
  const counts = new Map<string, number>()
  visit(paths, (text) => counts.set(text, (counts.get(text) ?? 0) + 1))
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const schemas: Json = {}
  const replaced = (value: unknown, holder: string): unknown => {
    const text = JSON.stringify(value)
    if (isLarge(value) && holder !== "requestBody" && (counts.get(text) ?? 0) > 1) {
      const known = names.get(text) ?? free(nameOf(holder), taken)
      if (!names.has(text)) {
        names.set(text, known)
        schemas[known] = within(value)
      }
      return { $ref: `#/components/schemas/${known}` }
    }
    return isMembers(value) || Array.isArray(value) ? within(value, holder) : value
  }
  const within = (value: Json | unknown[], holder = ""): unknown =>
    Array.isArray(value)
      ? value.map((item) => replaced(item, holder))
      : Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, replaced(member, KEYWORDS.has(name) ? holder : name)])
        )
  const shared = within(paths)
  return { paths: isMembers(shared) ? shared : {}, schemas }
}

/** What stands between a member's name and its schema. */
const KEYWORDS = new Set(["properties", "items", "anyOf", "schema", "content", "application/json"])

function visit(value: unknown, see: (text: string) => void): void {
  if (isLarge(value)) {
    see(JSON.stringify(value))
  }
  if (isMembers(value) || Array.isArray(value)) {
    Object.values(value).forEach((member) => visit(member, see))
  }
}

const isMembers = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

function isLarge(value: unknown): value is Json {
  return isMembers(value) && isMembers(value.properties) && Object.keys(value.properties).length >= FEWEST_MEMBERS
}

/** `gift_cards` → `GiftCard` */
function nameOf(holder: string): string {
  const words = holder.replace(/\W+/g, "_").split("_").filter(Boolean)
  const named = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
  return holder.endsWith("settings") ? named : named.replace(/ies$/, "y").replace(/s$/, "")
}

function free(name: string, taken: Set<string>): string {
  let entry = name
  for (let number = 2; taken.has(entry); number++) {
    entry = `${name}${number}`
  }
  taken.add(entry)
  return entry
}
