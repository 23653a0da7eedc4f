import { createScanner } from "jsonc-parser"

const NAME = '"payload"'

/**
 * The text of a notification's payload that its signature covers (observed "Webhooks"): the decoded value of a
 * string payload, or the raw text of an object payload exactly as it stands in the body. Re-serialising an object
 * would change its white space, its numbers or the order of its keys, and no signature would match.
 * @param body JSON of an object, which JSON.parse has read
 * @param parsed the payload as JSON.parse read it
 * @returns null when the body has no single payload: none, or two of them
 */
export function readPayloadText(body: string, parsed: unknown): string | null {
  if (typeof parsed === "string" && isNamedOnce(body)) {
    return parsed
  }
  const [payload, second] = valuesOf(body, "payload")
  if (payload === undefined || second !== undefined) {
    return null
  }
  return typeof parsed === "string" ? parsed : payload
}

/** Inside a text quotes are escaped, so that the name in quotes is a key or a whole value; once is the usual case. */
function isNamedOnce(body: string): boolean {
  const first = body.indexOf(NAME)
  return first !== -1 && body.indexOf(NAME, first + 1) === -1
}

/**
 * Raw texts of an object's values under a name. Token by token and not as a tree: a stranger's body may be nested deeper
 * than any stack.
 */
function valuesOf(body: string, name: string): string[] {
  const scanner = createScanner(body, true)
  const values: string[] = []
  let depth = 0
  let key: string | null = null
  let start: number | null = null
  let end = 0
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset()
    const first = body.charAt(offset)
    depth -= "}]".includes(first) ? 1 : 0
    if (depth <= 1 && start !== null && (depth === 0 || first === ",")) {
      if (key === name) {
        values.push(body.slice(start, end))
      }
      key = start = null
    } else if (depth === 1 && key === null && first === '"') {
      key = scanner.getTokenValue()
    } else if (depth >= 1 && (start !== null || first !== ":") && key !== null) {
      start ??= offset
    }
    end = offset + scanner.getTokenLength()
    depth += "{[".includes(first) ? 1 : 0
  }
  return values
}
