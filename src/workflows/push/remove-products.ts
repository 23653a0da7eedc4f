import { type PosClient, PosNotFoundError, PosServerError } from "../../pos-api/client"
import { concernsAllCalls } from "./send-results"

/** UUIDs that one call deletes; they stand in its address, whose length is limited. */
const MOST_IN_ONE_CALL = 50

/** After so many 5xx the POS itself is ill, not a product. */
const MOST_SERVER_ERRORS = 3

/** How deletions at the POS ended: each UUID is in one of both. A UUID that the POS does not have is gone, too. */
export type Removal = { gone: Set<string>; failed: Map<string, unknown> }

/**
 * Deletes products at the POS. Each deletion has its own result.
 * @throws what every call would meet: the POS does not answer, does not accept the credentials, or limits the rate
 */
export async function removeProducts(client: PosClient, uuids: string[]): Promise<Removal> {
  const removal: Removal = { gone: new Set(), failed: new Map() }
  for (let start = 0; start < uuids.length; start += MOST_IN_ONE_CALL) {
    await removeTogether(client, uuids.slice(start, start + MOST_IN_ONE_CALL), removal)
  }
  return removal
}

async function removeTogether(client: PosClient, uuids: string[], { gone, failed }: Removal): Promise<void> {
  if (uuids.length > 1) {
    try {
      await client.products.deleteMany(uuids)
      uuids.forEach((uuid) => gone.add(uuid))
      return
    } catch (error) {
      if (concernsAllCalls(error)) {
        throw error
      }
    }
  }
  for (const uuid of uuids) {
    const serverErrors = [...failed.values()].filter((error) => error instanceof PosServerError)
    const error =
      serverErrors.length < MOST_SERVER_ERRORS ? await failureOf(client.products.delete(uuid)) : serverErrors[0]
    if (error === null) {
      gone.add(uuid)
    } else {
      failed.set(uuid, error)
    }
  }
}

/** Why a deletion failed; null: it did not. */
async function failureOf(deletion: Promise<void>): Promise<unknown> {
  try {
    await deletion
    return null
  } catch (error) {
    if (concernsAllCalls(error)) {
      throw error
    }
    return error instanceof PosNotFoundError ? null : error
  }
}
