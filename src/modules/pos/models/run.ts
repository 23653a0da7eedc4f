import { model } from "@medusajs/framework/utils"
import { RUN_STATES } from "../../../vocabulary/run"

/** One visible sync with progress. */
export const PosRun = model
  .define("pos_run", {
    id: model.id({ prefix: "posrun" }).primaryKey(),
    connection_id: model.text(),
    /** one of RUN_KINDS, as text, so that a new kind of run needs no migration */
    kind: model.text(),
    state: model.enum([...RUN_STATES]).default("running"),
    total: model.number().default(0),
    done: model.number().default(0),
    rejected: model.number().default(0),
    reason: model.text().nullable(),
    /** where it goes on after a restart; null: at its beginning */
    cursor: model.text().nullable(),
    /** what it was asked to do, and what it found out, by its kind */
    details: model.json().nullable(),
    finished_at: model.dateTime().nullable(),
    /** when it began or was resumed last, and what was done by then: its rate is counted from there */
    resumed_at: model.dateTime().nullable(),
    resumed_done: model.number().default(0),
  })
  .indexes([
    { on: ["connection_id", "created_at"] },
    { name: "IDX_pos_run_running", on: ["connection_id", "id"], where: "state = 'running'" },
  ])
