import { BigNumber } from "bignumber.js"
import type { InboundSettings } from "../../contract/settings"
import { decimalText } from "../../money/money"

/** State of a variant at a stock location, as a storefront shows it. */
export const AVAILABILITY_STATES = ["in_stock", "low", "out"] as const

type AvailabilityState = (typeof AVAILABILITY_STATES)[number]

type Settings = Pick<InboundSettings, "availability" | "availability_low">

/**
 * Combines the settings of all connections of one stock location: the most reserved choice and the highest limit for
 * "low" count. Null: storefronts read nothing about the location.
 */
export function combineAvailabilitySettings(settings: Settings[]): Settings | null {
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
export function classifyAvailability(
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
