import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Reading, readingOf } from "../rows-read"
import { catalogPlans } from "./catalog-plans"
import { inboxPlans } from "./inbox-plans"
import type { Planned } from "./planned"
import { pushPlans } from "./push-plans"
import { receiptPlans } from "./receipt-plans"
import { reportPlansOf } from "./report-plans"
import { roundPlans } from "./round-plans"
import type { PlansStage } from "./stage-rows"
import { stockPlans } from "./stock-plans"

/** A row may be looked at for its own sake, and with it what hangs on it. */
const ROWS_OF_DUE = 20

/** Some ways through an index of each, and what PostgreSQL reads whatever the question is. */
const BLOCKS_OF_DUE = 100
const BLOCKS_OF_NONE = 500

/** Every statement of a hot path. @param perDay receipts of a day */
export const allPlans = (stage: PlansStage, perDay: number): Planned[] =>
  [inboxPlans, receiptPlans, stockPlans, pushPlans, catalogPlans, roundPlans, reportPlansOf(perDay)].flatMap((plans) =>
    plans(stage)
  )

/** Statements that read more than their due rows account for. */
export async function readingOver(knex: Knex, plans: Planned[]): Promise<(Reading & { name: string; due: number })[]> {
  const over = []
  for (const { name, due, plan, run } of plans) {
    const reading = await readingOf(knex, run, plan)
    if (reading.rows > due * ROWS_OF_DUE || reading.blocks > due * BLOCKS_OF_DUE + BLOCKS_OF_NONE) {
      over.push({ name, due, ...reading })
    }
  }
  return over
}
