import type { Parameter } from "./operation"

/** How a create is asked for what it made, where it answers without a body. */
export const RETURN_ENTITY: Parameter = {
  name: "returnEntity",
  in: "query",
  description: "As observed: answer with what was created",
  schema: { type: "boolean", default: false },
}

/** How an update is kept from undoing another's. */
export const CONDITIONS: Parameter[] = [
  {
    name: "If-Match",
    in: "header",
    description: "As observed: the update is applied only when the quoted ETag is the current one, or is `*`",
    schema: { type: "string" },
  },
  {
    name: "If-None-Match",
    in: "header",
    description: "As specified: the update is applied only when the ETag does not match",
    schema: { type: "string" },
  },
]
