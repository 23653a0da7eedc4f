import { type PosClient, PosNotFoundError, PosRefusedError } from "../../pos-api/client"

/** UUIDs that one call deletes; they stand in its address, whose length is limited. */
const MOST_IN_ONE_CALL = 50

/** Deletes products at the counter. One that it deleted already is gone too. */
export async function removeProducts(client: PosClient, uuids: string[]): Promise<void> {
  for (let start = 0; start < uuids.length; start += MOST_IN_ONE_CALL) {
    await removeTogether(client, uuids.slice(start, start + MOST_IN_ONE_CALL))
  }
}

async function removeTogether(client: PosClient, uuids: string[]): Promise<void> {
  if (uuids.length > 1) {
    try {
      await client.products.deleteMany(uuids)
      return
    } catch (error) {
      if (!(error instanceof PosNotFoundError || error instanceof PosRefusedError)) {
        throw error
      }
    }
  }
  for (const uuid of uuids) {
    try {
      await client.products.delete(uuid)
    } catch (error) {
      if (!(error instanceof PosNotFoundError)) {
        throw error
      }
    }
  }
}
