import { model } from "@medusajs/framework/utils"

export const RUN_KINDS = ["push"] as const

/** `paused`: what only this run made due waits; `cancelled`: it was let go. */
export const RUN_STATES = ["running", "paused", "finished", "cancelled", "failed"] as const

/** One visible sync with progress. */
export const PosRun = model
  .define("pos_run", {
    id: model.id({ prefix: "posrun" }).primaryKey(),
    connection_id: model.text(),
    kind: model.enum([...RUN_KINDS]),
    state: model.enum([...RUN_STATES]).default("running"),
    total: model.number().default(0),
    done: model.number().default(0),
    rejected: model.number().default(0),
    reason: model.text().nullable(),
    finished_at: model.dateTime().nullable(),
    /** when it began or was resumed last, and what was done by then: its rate is counted from there */
    resumed_at: model.dateTime().nullable(),
    resumed_done: model.number().default(0),
  })
  .indexes([{ on: ["connection_id", "created_at"] }])
