/** Events of the plugin; each carries the connection it is about. They wake pumps; a lost one costs a minute at most. */
export const POS_EVENTS = {
  /** the outbox has due rows */
  outboxDue: "pos.outbox.due",
  /** the inbox has new entries */
  inboxReceived: "pos.inbox.received",
  /** a run of the connection waits to be carried on */
  runDue: "pos.run.due",
} as const

export type PosEventData = { connection_id: string }
