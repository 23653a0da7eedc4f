import {
  findRegisteredProviders,
  type OrderProviders,
  orderProviders,
} from "../../medusa-tables/orders/order-providers"
import type { ApplicationPart } from "../../modules/pos/application-parts"
import type { Sql } from "../../modules/pos/database/sql"

/** Whether all of ours were found; a shop registers and loses providers when it starts, and never between. */
let areRegistered = false

/**
 * Which providers counter orders name. Where all of ours are registered that is asked once; while any is missing, each
 * time: another process may have been started with it.
 */
export async function knownOrderProviders(sql: Sql): Promise<OrderProviders> {
  if (areRegistered) {
    return orderProviders({ payment: true, fulfillment: true })
  }
  const registered = await findRegisteredProviders(sql)
  areRegistered = registered.payment && registered.fulfillment
  return orderProviders(registered)
}

/** Forgets what was found, as a start does. */
export function askForProvidersAgain(): void {
  areRegistered = false
}

/** Has the registered providers asked for again at each start. */
export const knownProvidersPart: ApplicationPart = {
  name: "known-providers",
  start: askForProvidersAgain,
  async end() {},
}
