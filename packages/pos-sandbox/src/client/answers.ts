import { z } from "zod"

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
  request: messageSchema,
  response: messageSchema,
})

export const journalSchema = z.looseObject({
  requests: z.array(recordedRequestSchema),
  next: z.number().nullable(),
})

/** A recorded API call with its answer; secrets are masked. A `status` of null: the connection was aborted. */
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
  /** a part of the request's or the answer's body */
  body?: string
  /** calls after the one with this id, or from this time on (ISO 8601) */
  since?: number | string
  /** the most calls to return */
  limit?: number
}

export const triggeredSchema = z.looseObject({ eventName: z.string(), what: z.string(), deliveries: z.number() })

/** Result of a trigger: what was changed (`what`), and to how many subscriptions it was sent. */
export type Triggered = z.output<typeof triggeredSchema>

export const clockSchema = z.looseObject({ now: z.string(), stopped: z.boolean() })

export const snapshotListSchema = z.array(z.looseObject({ name: z.string(), at: z.string(), bytes: z.number() }))
