import type { MedusaContainer } from "@medusajs/framework/types"
import { pump } from "../queue/pump"
import { posReadGiftCardsWorkflow } from "./read-gift-cards"

const BATCH_SIZE = 40

/** Batches a wake-up reads at most, so that the rate of calls has a bound: the next sweep goes on. */
const MAX_BATCHES = 10

/** Reads gift cards of a connection that are due. */
export async function drainGiftCards(container: MedusaContainer, connectionId: string): Promise<void> {
  await pump(`gift-cards:${connectionId}`, async () => {
    const input = { connection_id: connectionId, ids: null, limit: BATCH_SIZE }
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const { result } = await posReadGiftCardsWorkflow(container).run({ input })
      if (result.claimed < BATCH_SIZE || result.read < result.claimed) {
        return
      }
    }
  })
}
