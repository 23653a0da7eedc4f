import type { z } from "zod"
import type { Scope } from "../../pos-api/contract"
import type { InterfaceName } from "../http/interfaces"

/** A parameter of the path, the query or a header; `schema` in the words of JSON Schema. */
export type Parameter = {
  name: string
  in: "query" | "header"
  required?: boolean
  description: string
  schema: Record<string, unknown>
}

/** The content of a request or an answer; JSON unless told otherwise. */
export type Content = { schema?: z.ZodType; contentType?: string }

export type Answer = { description: string; content?: Content; headers?: Record<string, string> }

/** One call of the service, as the document describes it. `path` has its parameters in braces. */
export type Operation = {
  id: string
  interface: InterfaceName
  method: "get" | "post" | "put" | "patch" | "delete"
  path: string
  summary: string
  description?: string
  scopes: readonly Scope[]
  /** calls that need no token, or take an API key too */
  access?: "public" | "token-or-api-key"
  parameters?: Parameter[]
  body?: Content
  answers: Record<number, Answer>
}
