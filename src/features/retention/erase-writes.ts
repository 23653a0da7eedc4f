import { eraseOrderByServices } from "../../medusa/services/change-orders"
import type { StoreWriteHandler } from "../../runtime/store-write-drain"
import type { NewStoreWrite } from "../../runtime/store-writes"

/** An order whose details Medusa's services erase, after those of its receipt were erased. */
export const toEraseWrite = (connectionId: string, orderId: string): NewStoreWrite => ({
  connection_id: connectionId,
  kind: "erase",
  key: orderId,
  // After the order was created, and after refunds that wait.
  subject: `order:${orderId}`,
  payload: {},
})

const ORDER_SUBJECT = "order:"

/** Erases details of persons from orders by Medusa's services. */
export const eraseWriteHandler: StoreWriteHandler = {
  perform: async (container, writes) => {
    for (const { subject } of writes) {
      await eraseOrderByServices(container, subject.slice(ORDER_SUBJECT.length))
    }
    return async () => undefined
  },
}
