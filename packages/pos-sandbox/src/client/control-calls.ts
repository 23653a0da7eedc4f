import http from "node:http"
import https from "node:https"
import { z } from "zod"
import { setTimeout as wait } from "node:timers/promises"
import { type Method, openRequest, type ReceivedAnswer, sendRequest } from "../http/send-request"

/** Schemas of the control routes' answers. */
export const nothingSchema = z.unknown().transform(() => undefined)

export const openedSchema = z.looseObject({
  organizationUuid: z.string(),
  clientId: z.string(),
  keyId: z.string(),
  apiKey: z.string(),
})

export const profileSchema = z.looseObject({ uuid: z.string(), name: z.string(), currency: z.string() })

export const deliverySchema = z.looseObject({
  messageId: z.string(),
  eventName: z.string(),
  subscriptionUuid: z.string(),
  destination: z.string(),
  body: z.string(),
  signature: z.string(),
  state: z.enum(["pending", "delivered", "failed", "lost"]),
  attempts: z.array(z.looseObject({ at: z.string(), status: z.number().nullable() })),
})

/** A webhook delivery to one destination, with every attempt. A `status` of null: no answer. */
export type Delivery = z.output<typeof deliverySchema>

const messageSchema = z.looseObject({ headers: z.record(z.string(), z.string()), body: z.string().nullable() })

const recordedRequestSchema = z.looseObject({
  id: z.number(),
  at: z.string(),
  interface: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  status: z.number().nullable(),
  durationMs: z.number(),
  credential: z.string().nullable(),
  simulated: z.boolean(),
  request: messageSchema,
  response: messageSchema,
})

export const journalSchema = z.looseObject({
  requests: z.array(recordedRequestSchema),
  next: z.number().nullable(),
})

/**
 * A recorded API call with its answer; secrets are masked. A `status` of null: the connection was aborted; `simulated`
 * is false if the sandbox has no such route.
 */
export type RecordedRequest = z.output<typeof recordedRequestSchema>

/** Filter of recorded API calls. Omitted fields match everything. */
export type RequestFilter = {
  /** a part of the path with its query */
  path?: string
  /** HTTP method */
  method?: string
  /** 404, or a class such as "4xx" */
  status?: number | string
  /** interface of the POS API, such as `purchases` */
  interface?: string
  /** false: only calls that the sandbox has no route for */
  simulated?: boolean
  /** a part of the request's or the answer's body */
  body?: string
  /** calls after the one with this id, or from this time on (ISO 8601) */
  since?: number | string
  /** the most calls to return */
  limit?: number
  /** the newest call first; default: the oldest */
  descending?: boolean
}

export const triggeredSchema = z.looseObject({ eventName: z.string(), what: z.string(), deliveries: z.number() })

/** Result of a trigger: what was changed (`what`), and to how many subscriptions it was sent. */
export type Triggered = z.output<typeof triggeredSchema>

export const clockSchema = z.looseObject({ now: z.string(), stopped: z.boolean() })

export const snapshotListSchema = z.array(z.looseObject({ name: z.string(), at: z.string(), bytes: z.number() }))

/** Address of a sandbox, with the token of its control routes. */
export type SandboxAddress = {
  url: string
  controlToken: string
  /** the certificate (PEM) of a sandbox that speaks HTTPS */
  certificate?: string | undefined
}

const refusalSchema = z.looseObject({
  developerMessage: z.string(),
  violations: z.array(z.looseObject({ propertyName: z.string(), developerMessage: z.string() })).default([]),
})

/** The sandbox rejected a control call. `body` is its answer. */
export class SandboxRefusedError extends Error {
  constructor(
    call: string,
    readonly status: number,
    readonly body: unknown
  ) {
    super(`${call} answered ${status}: ${getReason(body)}`)
    this.name = "SandboxRefusedError"
  }
}

/** No sandbox answers at the address. */
class SandboxNotReachedError extends Error {
  constructor(url: string, options?: ErrorOptions) {
    super(`No sandbox answers at ${url}; start one with pos-sandbox, or name another with --url`, options)
    this.name = "SandboxNotReachedError"
  }
}

function getReason(body: unknown): string {
  const refusal = refusalSchema.safeParse(body)
  if (!refusal.success) {
    return JSON.stringify(body)
  }
  const { developerMessage, violations } = refusal.data
  const violationTexts = violations.map((violation) => `${violation.propertyName}: ${violation.developerMessage}`)
  return [developerMessage, ...violationTexts].join("; ")
}

type Query = Record<string, string | number | boolean | undefined>

type Content = { body?: string | Buffer; contentType?: string }

/** HTTP client of one sandbox. A call that does not succeed throws. */
export class Calls {
  private readonly agent: http.Agent

  constructor(
    readonly url: string,
    private readonly authorization: string,
    certificate?: string
  ) {
    this.agent = url.startsWith("https:")
      ? new https.Agent({ keepAlive: false, ca: certificate })
      : new http.Agent({ keepAlive: false })
  }

  /** @throws SandboxRefusedError, SandboxNotReachedError */
  async send<Schema extends z.ZodType>(
    schema: Schema,
    method: Method,
    path: string,
    { body, query }: { body?: object | undefined; query?: Query | undefined } = {}
  ): Promise<z.output<Schema>> {
    const answer = await this.request(method, path + writeQuery(query), writeBody(body))
    return schema.parse(readJson(answer))
  }

  /** As bytes. @throws as `send` */
  async download(path: string): Promise<Buffer> {
    return (await this.request("GET", path)).body
  }

  /** @throws as `send` */
  async upload(path: string, bytes: Buffer): Promise<void> {
    await this.request("PUT", path, { body: bytes, contentType: "application/octet-stream" })
  }

  /** A stream that continues until it is ended. @throws as `send` */
  async stream(path: string, signal: AbortSignal): Promise<AsyncIterable<Buffer>> {
    const headers = { authorization: this.authorization }
    return this.reach(openRequest(this.url + path, { method: "GET", headers, agent: this.agent, signal }))
  }

  private async request(method: Method, path: string, { body, contentType }: Content = {}): Promise<ReceivedAnswer> {
    const headers: Record<string, string> = { accept: "application/json", authorization: this.authorization }
    if (contentType !== undefined) {
      headers["content-type"] = contentType
    }
    const answer = await this.reach(sendRequest(this.url + path, { method, headers, body, agent: this.agent }))
    if (answer.status >= 300) {
      throw new SandboxRefusedError(`${method} ${path.split("?", 1).join("")}`, answer.status, readJson(answer))
    }
    return answer
  }

  private reach<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return answer.catch((cause: unknown) => {
      throw new SandboxNotReachedError(this.url, { cause })
    })
  }
}

function writeQuery(query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      search.set(name, String(value))
    }
  }
  return search.size === 0 ? "" : `?${search.toString()}`
}

function writeBody(body: object | undefined): Content {
  if (body === undefined) {
    return {}
  }
  return body instanceof URLSearchParams
    ? { body: body.toString(), contentType: "application/x-www-form-urlencoded" }
    : { body: JSON.stringify(body), contentType: "application/json" }
}

/** An answer that is not JSON is its text. */
function readJson({ body }: ReceivedAnswer): unknown {
  const text = body.toString("utf8")
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** How long and how often a condition is checked, in milliseconds. */
export type WaitOptions = {
  /** milliseconds; default 5,000 */
  within?: number
  /** milliseconds between two checks; default 20 */
  every?: number
  /** what is awaited, for the error message: "the order to exist" */
  what?: string
}

/** A condition was not met in time. The error of the last check is its cause. */
class WaitTimeoutError extends Error {
  constructor(what: string, within: number, options?: ErrorOptions) {
    const { cause } = options ?? {}
    const last = cause instanceof Error ? `; the last check failed: ${cause.message}` : ""
    super(`Waited ${within} ms for ${what} without success${last}`, options)
    this.name = "WaitTimeoutError"
  }
}

const isPresent = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/**
 * Repeats `check` until it returns something: not false, null, undefined, 0, "" or an empty list. A check that throws
 * counts as one that returned nothing.
 * @throws WaitTimeoutError
 */
export async function until<Result>(
  check: () => Result | Promise<Result>,
  { within = 5_000, every = 20, what = "a condition" }: WaitOptions = {}
): Promise<Result> {
  const end = performance.now() + within
  let failure: unknown = null
  do {
    try {
      failure = null
      const result = await check()
      if (isPresent(result)) {
        return result
      }
    } catch (error) {
      // The next check may succeed; the last failure becomes the cause of the timeout.
      failure = error
    }
    await wait(every)
  } while (performance.now() < end)
  throw new WaitTimeoutError(what, within, failure === null ? undefined : { cause: failure })
}
