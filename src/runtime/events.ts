import * as utils from "@medusajs/framework/utils"

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

/**
 * Names of Medusa's events that are not the same in every supported minor version. In older ones, `@medusajs/framework/utils`
 * lacks the constants, and a static import of one would fail at boot; the names themselves do not change.
 */
export const INVENTORY_LEVEL_UPDATED = "inventory-level.updated"

const toEventNames = (entity: string, verbs: readonly string[]) => verbs.map((verb) => `${entity}.${verb}`)

const WRITTEN = ["created", "updated", "deleted"] as const

/** Stock, or what stock counts towards, was changed by one of Medusa's workflows. */
const STOCK_WORKFLOW_EVENTS = [
  ...toEventNames("inventory-level", WRITTEN),
  // The module adjusts stock without a workflow, so that only its own event reports it.
  ...toEventNames("inventory.inventory-level", ["updated"]),
  // The low-stock level may be in the item's metadata.
  ...toEventNames("inventory-item", ["updated"]),
  ...toEventNames("reservation-item", WRITTEN),
]

/** The same by the inventory module, whose events are the only ones where Medusa's workflows emit none. */
const STOCK_MODULE_EVENTS = [
  ...toEventNames("inventory.inventory-level", WRITTEN),
  ...toEventNames("inventory.inventory-item", ["updated"]),
  ...toEventNames("inventory.reservation-item", WRITTEN),
]

/** Events that report changed stock in the installed version of Medusa. */
export const STOCK_EVENTS: readonly string[] =
  "InventoryLevelWorkflowEvents" in utils ? STOCK_WORKFLOW_EVENTS : STOCK_MODULE_EVENTS

/** Events of a product option's values, which older versions of Medusa do not emit. */
export const OPTION_VALUE_EVENTS: readonly string[] = toEventNames("product-option-value", ["updated", "deleted"])
