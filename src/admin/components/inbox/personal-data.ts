/** Names of members that may tell of a person or of a card, in whatever place of a payload. */
const PERSONAL =
  /name$|email|phone|address|gps|latitude|longitude|useruuid|maskedpan|authorizationcode|referencenumber|cashier|comment/i

/** Names that end like a person's but tell of things. */
const THINGS = /^(event|product|variant|unit|category|application|option|transport|row|file)?name$/i

export const FOLDED = "•••"

/**
 * A payload with what may be personal folded away; its shape stays readable. A notification's payload may come as JSON
 * in a text: it is read, too.
 */
export function foldPersonalData(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) {
    return value.map((entry) => foldPersonalData(entry, key))
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [
        name,
        isPersonal(name) && entry !== null && entry !== "" ? FOLDED : foldPersonalData(entry, name),
      ])
    )
  }
  return typeof value === "string" && value.startsWith("{") ? foldText(value) : value
}

function isPersonal(name: string): boolean {
  return PERSONAL.test(name) && !THINGS.test(name)
}

function foldText(text: string): unknown {
  try {
    return foldPersonalData(JSON.parse(text))
  } catch {
    return FOLDED
  }
}
