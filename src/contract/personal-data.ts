/** Shown instead of a value that is hidden. */
export const MASK = "•••"

/** Names of properties that may identify a person or a card, anywhere in a payload of the POS. */
const PERSONAL =
  /name$|email|phone|address|gps|latitude|longitude|useruuid|maskedpan|authorizationcode|referencenumber|cashier|comment|gift_?card/i

/** Names that end like a person's but describe things. */
const THINGS = /^(event|product|variant|unit|category|application|option|transport|row|file)?name$/i

/**
 * Masks what may be personal in a payload of the POS, and codes of gift cards; its shape stays readable. The payload of
 * a notification may be JSON in a text, which is masked, too.
 */
export function maskPersonalData(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(maskPersonalData)
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [
        name,
        isPersonal(name) && entry !== null && entry !== "" ? MASK : maskPersonalData(entry),
      ])
    )
  }
  return typeof value === "string" && value.startsWith("{") ? maskText(value) : value
}

function isPersonal(name: string): boolean {
  return PERSONAL.test(name) && !THINGS.test(name)
}

function maskText(text: string): unknown {
  try {
    return maskPersonalData(JSON.parse(text))
  } catch {
    return MASK
  }
}
