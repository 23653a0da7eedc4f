import { readFileSync, writeFileSync } from "node:fs"
import { z } from "zod"
import {
  brandNames,
  DEFAULT_BRAND,
  type PosProduct,
  productSchema,
  type Purchase,
  purchaseSchema,
} from "../../../../src/pos-api/contract"

/** Version of the file format. A file of another version is rejected. */
const VERSION = 1

/** A body without secrets: JSON and forms with their values, other types by content type and length only. */
const bodySchema = z.union([
  z.null(),
  z.strictObject({ json: z.unknown() }),
  z.strictObject({ form: z.record(z.string(), z.string()) }),
  z.strictObject({ other: z.string(), bytes: z.number() }),
])

const messageSchema = z.object({ headers: z.record(z.string(), z.string()), body: bodySchema })

const interactionSchema = z.object({
  method: z.string(),
  path: z.string(),
  query: z.array(z.tuple([z.string(), z.string()])),
  /** whether a token was sent; the token is not stored */
  credential: z.boolean(),
  request: messageSchema,
  status: z.number(),
  response: messageSchema,
})

const cassetteSchema = z.object({
  version: z.literal(VERSION),
  recordedAt: z.string(),
  interactions: z.array(interactionSchema),
})

export type CassetteBody = z.output<typeof bodySchema>
/** A recorded call with its answer, without secrets and personal data. */
export type Interaction = z.output<typeof interactionSchema>
/** A recording of calls to a real account and their answers, without secrets and personal data. */
export type Cassette = z.output<typeof cassetteSchema>

/** A file is not a cassette of this version. */
export class UnreadableCassetteError extends Error {
  constructor(file: string, options?: ErrorOptions) {
    super(`${file} is not a cassette of this version; record it again`, options)
    this.name = "UnreadableCassetteError"
  }
}

export const newCassette = (at: Date): Cassette => ({
  version: VERSION,
  recordedAt: at.toISOString(),
  interactions: [],
})

/** Reads a cassette from a file. @throws UnreadableCassetteError */
export function readCassette(file: string): Cassette {
  try {
    return cassetteSchema.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch (cause) {
    throw new UnreadableCassetteError(file, { cause })
  }
}

/** Writes a cassette to a file that only its owner can read. */
export function writeCassette(file: string, cassette: Cassette): void {
  writeFileSync(file, `${JSON.stringify(cassette, null, 2)}\n`, { mode: 0o600 })
}

/** Formats of text that identify nobody. */
export const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
export const MOMENT = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)? ?(Z|[+-]\d{2}:?\d{2})?)?$/
export const DECIMAL = /^-?\d{1,9}(\.\d{1,6})?$/
export const ETAG = /^(W\/)?"?[\dA-F]{8,64}"?$/i
/** A property's name, as a programmer wrote it. */
export const IDENTIFIER = /^[A-Za-z_][\w-]{0,63}$/

/** Properties whose texts are words of the POS itself: `PURCHASE`, `ENTITY_NOT_FOUND`, `Europe/Stockholm`. */
const OF_WORDS = new Set([
  "type",
  "state",
  "status",
  "source",
  "errorType",
  "constraintType",
  "propertyName",
  "error",
  "grant_type",
  "transportName",
  "eventName",
  "eventNames",
  "currency",
  "currencyId",
  "country",
  "language",
  "timeZone",
  "taxationType",
  "taxationMode",
  "customerStatus",
  "inventoryType",
  "tracking",
  "imageFormat",
  "periodicity",
  "originatorTransactionType",
  "accountTypeGroup",
  "payoutPeriodicity",
])

const WORD = /^[\w.:/+-]{1,64}$/

/** Whether a text is a word of the POS, by its property. */
export const isWord = (name: string, text: string) => OF_WORDS.has(name) && WORD.test(text)

/**
 * Which identifier or version of the sandbox replaces one of the recording: learned from answers, used in what is
 * asked next.
 */
export class MatchingIds {
  private readonly known = new Map<string, string>()

  set(recorded: string, here: string): void {
    const isVersion = ETAG.test(recorded) && ETAG.test(here)
    const isId = UUID.test(recorded) && UUID.test(here)
    if ((isVersion || isId) && !this.known.has(bare(recorded))) {
      this.known.set(bare(recorded), bare(here))
    }
  }

  /** Learns from two answers to the same call, place by place. */
  learn(recorded: unknown, here: unknown): void {
    if (typeof recorded === "string" && typeof here === "string") {
      this.set(recorded, here)
    } else if (Array.isArray(recorded) && Array.isArray(here)) {
      const otherValues: unknown[] = inOrder(here)
      inOrder(recorded).forEach((item, index) => this.learn(item, otherValues[index]))
    } else if (isRecord(recorded) && isRecord(here)) {
      for (const [key, value] of Object.entries(recorded)) {
        this.learn(value, here[key])
      }
    }
  }

  translate(text: string): string {
    return text.replace(/[\da-f][\da-f-]{7,}/gi, (id) => this.known.get(id) ?? id)
  }
}

/** A header quotes a version, a body may not. */
const bare = (id: string) => id.replace(/^W\/|"/g, "")

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** The places of stock come in any order; their types identify them. */
function inOrder(list: unknown[]): unknown[] {
  const getType = (item: unknown) =>
    isRecord(item) && typeof item.inventoryType === "string" ? item.inventoryType : ""
  return [...list].sort((left, right) => getType(left).localeCompare(getType(right)))
}

const profileSchema = z.looseObject({
  currency: z.string().length(3),
  country: z.string().length(2),
  timeZone: z.string().optional(),
  taxationType: z.string().optional(),
  taxationMode: z.string().optional(),
})

const toJson = ({ response }: Interaction): unknown =>
  response.body && "json" in response.body ? response.body.json : null

/** Any part of an answer. */
function* objectsIn(value: unknown): Generator<object> {
  if (typeof value === "object" && value !== null) {
    yield value
    for (const item of Object.values(value)) {
      yield* objectsIn(item)
    }
  }
}

/** The merchant's profile, as far as it makes a difference. */
export function profileIn({ interactions }: Cassette) {
  const recordedProfile = interactions
    .filter(({ path, status }) => path.startsWith("/api/resources/organizations/") && status === 200)
    .map((interaction) => profileSchema.safeParse(toJson(interaction)))
    .find(({ success }) => success)
  const { country, currency, timeZone, ...taxation } = recordedProfile?.data ?? { country: "SE", currency: "SEK" }
  const { taxationType = null, taxationMode = null } = z
    .object({ taxationType: z.string().nullish(), taxationMode: z.string().nullish() })
    .parse(taxation)
  return { country, currency, ...(timeZone ? { timeZone } : {}), taxationType, taxationMode }
}

/** Products that were there before anybody made them. */
export function productsIn({ interactions }: Cassette): PosProduct[] {
  const products = new Map<string, PosProduct>()
  const createdUuids = new Set<string>()
  for (const interaction of interactions) {
    const { request, method, status } = interaction
    const isRead = method === "GET" && status === 200 && interaction.path.startsWith("/organizations/")
    for (const object of isRead ? objectsIn(toJson(interaction)) : []) {
      const product = productSchema.safeParse(object)
      if (
        product.success &&
        product.data.variants?.length &&
        !products.has(product.data.uuid) &&
        !createdUuids.has(product.data.uuid)
      ) {
        products.set(product.data.uuid, product.data)
      }
    }
    const sentBody = request.body && "json" in request.body ? request.body.json : null
    for (const object of method === "POST" ? objectsIn(sentBody) : []) {
      if ("uuid" in object && typeof object.uuid === "string") {
        createdUuids.add(object.uuid)
      }
    }
  }
  return [...products.values()]
}

/** Purchases in the order in which they were made. */
export function purchasesIn({ interactions }: Cassette): Purchase[] {
  const purchases = new Map<string, Purchase>()
  for (const interaction of interactions) {
    for (const object of objectsIn(toJson(interaction))) {
      const purchase = "purchaseUUID1" in object ? purchaseSchema.safeParse(object) : null
      if (purchase?.success) {
        purchases.set(purchase.data.purchaseUUID1, purchase.data)
      }
    }
  }
  return [...purchases.values()].sort((left, right) => (left.purchaseNumber ?? 0) - (right.purchaseNumber ?? 0))
}

/** The word that the POS has in its names, as its payment types show. */
export function brandIn(cassette: Cassette): string {
  const { card, cash } = brandNames("(.+)").paymentTypes
  const types = purchasesIn(cassette).flatMap(({ payments }) => payments.map(({ type }) => type))
  for (const type of types) {
    const brand = new RegExp(`^(?:${card}|${cash})$`, "i").exec(type)
    if (brand) {
      return brand[1] ?? brand[2] ?? DEFAULT_BRAND
    }
  }
  return DEFAULT_BRAND
}
