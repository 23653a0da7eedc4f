import type { PosClient } from "../../pos-api/client"
import { WEBHOOK_TRANSPORT } from "../../pos-api/contract"
import { chooseUuid } from "../../modules/pos/queries/catalogue/links"

/** The door's name for a connection that is still to be made: it answers test messages, and nothing else. */
export const PROBED_CONNECTION = "check"

/** Every key that may connect may hear of it. */
const PROBED_EVENTS = ["PurchaseCreated"] as const

/**
 * Has the service send a test message to the shop: it does so while it makes a subscription for an address that it
 * has not seen. The subscription goes away again.
 * @returns milliseconds that it took. @throws PosApiError, for an address that does not answer with its code
 */
export async function probeDestination(
  client: PosClient,
  { destination, contactEmail, now }: { destination: string; contactEmail: string; now: () => Promise<Date> }
): Promise<number> {
  const uuid = chooseUuid()
  const began = await now()
  try {
    await client.subscriptions.create({
      uuid,
      transportName: WEBHOOK_TRANSPORT,
      eventNames: [...PROBED_EVENTS],
      destination: `${destination}?test=${uuid}`,
      contactEmail,
    })
  } catch (error) {
    // It may have been made, and its answer lost. That it failed is what the person has to know.
    await client.subscriptions.delete(uuid).catch(() => undefined)
    throw error
  }
  const milliseconds = (await now()).getTime() - began.getTime()
  await client.subscriptions.delete(uuid)
  return milliseconds
}
