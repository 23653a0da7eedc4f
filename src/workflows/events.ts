/**
 * Events of the plugin; each carries the connection it is about. The first three wake pumps; a lost one costs a minute at
 * most. The others are for the shop's own subscribers: `event.data` is a {@link ProductEventData}.
 */
export const POS_EVENTS = {
  /** the outbox has due rows */
  outboxDue: "pos.outbox.due",
  /** the inbox has new entries */
  inboxReceived: "pos.inbox.received",
  /** a run of the connection waits to be carried on */
  runDue: "pos.run.due",
  /** a product of the shop was written at the counter; {@link PosEventPayloads} */
  productPushed: "pos.product.pushed",
  /** a product of the shop cannot be sold at the counter; `reason` says why */
  productRejected: "pos.product.rejected",
} as const

export type PosEventData = { connection_id: string }

/** A product that an event is about: `product_id` is the shop's, `product_uuid` the counter's. */
export type ProductEventData = PosEventData & { product_id: string; product_uuid: string }

/** What each event carries, for typed subscribers: `SubscriberArgs<PosEventPayloads["pos.product.pushed"]>`. */
export type PosEventPayloads = {
  "pos.outbox.due": PosEventData
  "pos.inbox.received": PosEventData
  "pos.run.due": PosEventData
  "pos.product.pushed": ProductEventData
  "pos.product.rejected": ProductEventData & { reason: string }
}
