import { createHash } from "node:crypto"
import type { ICacheService, ICachingModuleService, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { addressSchema, type Availability, type Place, readAvailability, readPlaces } from "../../medusa/availability"
import { POS_MODULE } from "../../modules/pos"
import { getInboundSettings } from "../../modules/pos/connection-record"
import { getErrorMessage } from "../../runtime/errors"
import { openAvailability } from "../../runtime/stock-access"
import { BigNumber } from "bignumber.js"
import type { InboundSettings } from "../../contract/settings"
import { decimalText } from "../../money/money"

/** State of a variant at a stock location, as a storefront shows it. */
const AVAILABILITY_STATES = ["in_stock", "low", "out"] as const

type AvailabilityState = (typeof AVAILABILITY_STATES)[number]

/** How long an answer is reused, in seconds. A change of stock is seen after that at the latest. */
export const AVAILABILITY_SECONDS = 15

const answerSchema = z.object({
  locations: z.array(z.object({ id: z.string(), name: z.string(), address: addressSchema.nullable() })),
  variants: z.array(
    z.object({
      id: z.string(),
      allow_backorder: z.boolean(),
      locations: z.array(
        z.object({
          location_id: z.string(),
          state: z.enum(AVAILABILITY_STATES),
          /** decimal text; null: exact quantities are not shown here, or the store does not count the variant */
          quantity: z.string().nullable(),
        })
      ),
    })
  ),
})

/** What storefronts read: the stock locations with a register, and the state of each variant there. */
export type StorefrontAvailability = z.infer<typeof answerSchema>

const cachedSchema = z.object({ read_at: z.coerce.date(), answer: answerSchema })

type Question = { variantIds: string[]; salesChannelIds: string[] }

/**
 * Reads the in-store availability of variants that are published in some sales channels. An answer is reused for
 * {@link AVAILABILITY_SECONDS} by all processes that share Medusa's cache.
 * @returns the answer with the seconds for which it may still be reused
 */
export async function readStorefrontAvailability(
  container: MedusaContainer,
  { variantIds, salesChannelIds }: Question
): Promise<{ answer: StorefrontAvailability; freshSeconds: number }> {
  const question = { variantIds: distinct(variantIds), salesChannelIds: distinct(salesChannelIds) }
  const key = `pos:availability:${createHash("sha256").update(JSON.stringify(question)).digest("hex")}`
  const cache = openCache(container)
  const now = await container.resolve(POS_MODULE).now()
  const cached = cachedSchema.safeParse(await cache.get(key))
  const age = cached.success ? (now.getTime() - cached.data.read_at.getTime()) / 1_000 : AVAILABILITY_SECONDS
  if (cached.success && age >= 0 && age < AVAILABILITY_SECONDS) {
    return { answer: cached.data.answer, freshSeconds: Math.floor(AVAILABILITY_SECONDS - age) }
  }
  const answer = await read(container, question)
  await cache.set(key, { read_at: now.toISOString(), answer })
  return { answer, freshSeconds: AVAILABILITY_SECONDS }
}

const distinct = (ids: string[]) => [...new Set(ids)].sort()

async function read(container: MedusaContainer, question: Question): Promise<StorefrontAvailability> {
  const over = await openAvailability(container, question.variantIds)
  return container.resolve(POS_MODULE).query(async (sql) => {
    const places = groupPlaces(await readPlaces(over(sql)))
    const locationIds = places.map(({ id }) => id)
    const availability = places.length === 0 ? [] : await readAvailability(over(sql), { ...question, locationIds })
    return {
      locations: places.map(({ id, name, address }) => ({ id, name, address })),
      variants: question.variantIds.flatMap((id) => {
        const rows = availability.filter(({ variant_id }) => variant_id === id)
        return rows[0]
          ? [{ id, allow_backorder: rows[0].allow_backorder, locations: describePlaces(places, rows) }]
          : []
      }),
    }
  })
}

/** Combines the connections of each location, and leaves out locations that storefronts may not read. */
function groupPlaces(rows: Place[]) {
  const byId = new Map<string, Place[]>()
  for (const row of rows) {
    byId.set(row.id, [...(byId.get(row.id) ?? []), row])
  }
  return [...byId.values()].flatMap((group) => {
    const settings = combineAvailabilitySettings(group.map(getInboundSettings))
    return group[0] && settings
      ? [{ id: group[0].id, name: group[0].name, address: toAddress(group[0]), settings }]
      : []
  })
}

/** Medusa requires the first line of an address, so a location without it has no address. */
const toAddress = (place: Place) => (place.address_1 === null ? null : addressSchema.parse(place))

function describePlaces(places: ReturnType<typeof groupPlaces>, rows: Availability[]) {
  return places.flatMap(({ id, settings }) => {
    const row = rows.find(({ location_id }) => location_id === id)
    return row ? [{ location_id: id, ...classifyAvailability(row.available, settings) }] : []
  })
}

type Cache = { get: (key: string) => Promise<unknown>; set: (key: string, value: object) => Promise<void> }

/**
 * Returns Medusa's caching module where the store has it, else its older cache, else one that keeps nothing. A cache
 * that fails costs time and nothing else.
 */
function openCache(container: MedusaContainer): Cache {
  const caching = container.resolve<ICachingModuleService | undefined>(Modules.CACHING, { allowUnregistered: true })
  const older = container.resolve<ICacheService | undefined>(Modules.CACHE, { allowUnregistered: true })
  const attempt = async <Result>(work: Promise<Result> | undefined): Promise<Result | null> => {
    try {
      return (await work) ?? null
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`pos: could not use the cache for in-store availability: ${getErrorMessage(error)}`)
      return null
    }
  }
  return {
    get: async (key) => attempt<unknown>(caching ? caching.get({ key }) : older?.get(key)),
    set: async (key, data) => {
      const ttl = AVAILABILITY_SECONDS
      await attempt(
        caching ? caching.set({ key, data, ttl, options: { autoInvalidate: false } }) : older?.set(key, data, ttl)
      )
    },
  }
}

type Settings = Pick<InboundSettings, "availability" | "availability_low">

/**
 * Combines the settings of all connections of one stock location: the most reserved choice and the highest limit for
 * "low" count. Null: storefronts read nothing about the location.
 */
function combineAvailabilitySettings(settings: Settings[]): Settings | null {
  const details = settings.map(({ availability }) => availability)
  if (settings.length === 0 || details.includes("off")) {
    return null
  }
  return {
    availability: details.includes("state") ? "state" : "quantity",
    availability_low: BigNumber.max(...settings.map(({ availability_low }) => availability_low)).toFixed(),
  }
}

/**
 * Returns the state of a variant at a location. Backorders do not count: they can be ordered, and are not on the shelf.
 * @param available decimal text; null: the store does not count the variant, so it is always in stock
 */
function classifyAvailability(
  available: string | null,
  { availability, availability_low }: Settings
): { state: AvailabilityState; quantity: string | null } {
  if (available === null) {
    return { state: "in_stock", quantity: null }
  }
  const quantity = BigNumber.max(available, 0)
  const state = quantity.isZero() ? "out" : quantity.isLessThanOrEqualTo(availability_low) ? "low" : "in_stock"
  return { state, quantity: availability === "quantity" ? decimalText(quantity.toFixed()) : null }
}
