import { type Node, parseTree } from "jsonc-parser"

const NAME = '"payload"'

/**
 * The text of a notification's payload that its signature covers (service-facts "Webhooks"): the decoded value of a
 * string payload, or the raw text of an object payload exactly as it stands in the body. Re-serialising an object
 * would change its white space, its numbers or the order of its keys, and no signature would match.
 * @param parsed the payload as JSON.parse read it
 * @returns null when the body has no single payload: not an object, none, or two of them
 */
export function readPayloadText(body: string, parsed: unknown): string | null {
  if (typeof parsed === "string" && isNamedOnce(body)) {
    return parsed
  }
  const root = parseTree(body, [], { disallowComments: true, allowTrailingComma: false })
  const payloads = properties(root).filter(([key]) => key.value === "payload")
  const [payload] = payloads
  if (!payload || payloads.length !== 1) {
    return null
  }
  const [, value] = payload
  return typeof value.value === "string" ? value.value : body.slice(value.offset, value.offset + value.length)
}

/** Inside a text quotes are escaped, so that the name in quotes is a key or a whole value; once is the usual case. */
function isNamedOnce(body: string): boolean {
  const first = body.indexOf(NAME)
  return first !== -1 && body.indexOf(NAME, first + 1) === -1
}

function properties(root: Node | undefined): [Node, Node][] {
  if (root?.type !== "object") {
    return []
  }
  return (root.children ?? []).flatMap((property): [Node, Node][] => {
    const [key, value] = property.children ?? []
    return key && value ? [[key, value]] : []
  })
}
