/**
 * Events of the plugin. Each carries the connection it is about. The first three wake workers; a lost one delays work
 * by a minute at most. The others are for the store's own subscribers: `event.data` is a {@link ProductEventData}.
 */
export const POS_EVENTS = {
  /** the outbox has due rows */
  outboxDue: "pos.outbox.due",
  /** the inbox has new entries */
  inboxReceived: "pos.inbox.received",
  /** a run of the connection waits to be resumed */
  runDue: "pos.run.due",
  /** a product of the store was written to the POS; {@link PosEventPayloads} */
  productPushed: "pos.product.pushed",
  /** a product of the store cannot be sold at the POS; `reason` says why */
  productRejected: "pos.product.rejected",
} as const

export type PosEventData = { connection_id: string }

/** A product that an event is about: `product_id` is the store's id, `product_uuid` the POS's. */
export type ProductEventData = PosEventData & { product_id: string; product_uuid: string }

/** The data of each event, for typed subscribers: `SubscriberArgs<PosEventPayloads["pos.product.pushed"]>`. */
export type PosEventPayloads = {
  "pos.outbox.due": PosEventData
  "pos.inbox.received": PosEventData
  "pos.run.due": PosEventData
  "pos.product.pushed": ProductEventData
  "pos.product.rejected": ProductEventData & { reason: string }
}
