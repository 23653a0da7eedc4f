import type { Sql } from "../../../../src/modules/pos/database/sql"
import type { PlansStage } from "./stage-rows"

/** A statement of a hot path, or some that follow one another. */
export type Planned = {
  name: string
  /** rows that it is about: what is due, listed, or of the reported period */
  due: number
  /** how it is planned where that is not as usual (database/sql.ts) */
  plan?: (sql: Sql) => Promise<void>
  run: (sql: Sql) => Promise<unknown>
}

export type PlannedOf = (stage: PlansStage) => Planned[]
