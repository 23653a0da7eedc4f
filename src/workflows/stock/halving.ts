import { PosNotFoundError, PosRefusedError } from "../../pos-api/client"

/** Sends items together; what the service refuses is halved until the one at fault stands alone. */
export async function halving<Item>(
  items: Item[],
  send: (items: Item[]) => Promise<void>
): Promise<{ item: Item; reason: string }[]> {
  try {
    await send(items)
    return []
  } catch (error) {
    if (!(error instanceof PosRefusedError || error instanceof PosNotFoundError)) {
      throw error
    }
    const half = Math.ceil(items.length / 2)
    return items.length === 1
      ? items.map((item) => ({ item, reason: error.message }))
      : [...(await halving(items.slice(0, half), send)), ...(await halving(items.slice(half), send))]
  }
}
