import type { MedusaContainer } from "@medusajs/framework/types"
import { RECURRING_JOBS } from "../../src/features/background/recurring-jobs"
import { auditInTurns, drainDueOutboxes } from "../../src/features/background/sweep"
import { sweepChanges } from "../../src/features/background/sweep-changes"
import { CONNECTIONS_AT_ONCE } from "../../src/runtime/workers"
import { connect } from "../../test-support/connect"
import { PosDriver } from "../../test-support/pos-driver"
import { seedPlace } from "../../test-support/seed-benchmark-store"
import type { MirrorStage } from "../mirror/stage"
import { lessOf, metered, perPiece } from "./metered"
import { JOB_NAMES, type DutyName, type UnitCosts, type Work } from "./unit-costs"

const ROUNDS = 6
const IDLE_CONNECTIONS = 16

/** What is measured: finding changes and the check of contents, which goes by turns, apart. */
const PARTS = [...JOB_NAMES, "turn"] as const

type Part = DutyName | "turn"

const PERFORMED: Record<Part, (container: MedusaContainer) => Promise<void>> = {
  sweep: RECURRING_JOBS.sweep.perform,
  "resume-runs": RECURRING_JOBS.resumeRuns.perform,
  "find-changes": async (container) => {
    await sweepChanges(container)
    await drainDueOutboxes(container)
  },
  turn: async (container) => {
    await auditInTurns(container)
  },
  finance: RECURRING_JOBS.finance.perform,
  "catch-up": RECURRING_JOBS.catchUp.perform,
}

type Rounds = Record<Part, Work>

async function roundsOf({ container, knex }: MirrorStage): Promise<Rounds> {
  const measured = new Map<Part, Work>()
  for (const name of PARTS) {
    await PERFORMED[name](container)
    const rounds = await metered(knex, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        // Five minutes are between two rounds, and a subscription is asked for again after seconds.
        await knex.raw("UPDATE pos_subscription SET checked_at = NULL")
        await PERFORMED[name](container)
      }
    })
    measured.set(name, perPiece(rounds, ROUNDS))
  }
  const of = (name: Part) => measured.get(name) ?? { shopMs: NaN, databaseMs: NaN, waitMs: NaN }
  return {
    sweep: of("sweep"),
    "resume-runs": of("resume-runs"),
    "find-changes": of("find-changes"),
    finance: of("finance"),
    "catch-up": of("catch-up"),
    turn: of("turn"),
  }
}

/** What a job takes for one of connections that nothing happens at: they wait beside each other, not one after another. */
function ofIdle(many: Work, few: Work): Work {
  const each = perPiece(lessOf(many, few), IDLE_CONNECTIONS)
  return { ...each, waitMs: each.waitMs * CONNECTIONS_AT_ONCE }
}

/** What each job takes for a connection without anything due, and finding changes for each product beside that. */
export async function measureDuties(stage: MirrorStage): Promise<Pick<UnitCosts, "jobs" | "turn" | "product">> {
  const { container, shop, goods } = stage
  const few = await roundsOf(stage)
  for (let connected = 0; connected < IDLE_CONNECTIONS; connected++) {
    const place = await seedPlace(container)
    await connect(container, { ...shop, ...place }, (await PosDriver.open()).apiKey)
  }
  const many = await roundsOf(stage)
  const idle = (name: Part) => ofIdle(many[name], few[name])
  const turn = idle("turn")
  return {
    jobs: {
      sweep: idle("sweep"),
      "resume-runs": idle("resume-runs"),
      "find-changes": idle("find-changes"),
      finance: idle("finance"),
      "catch-up": idle("catch-up"),
    },
    turn,
    product: perPiece(lessOf(few.turn, turn), new Set(goods.map(({ productUuid }) => productUuid)).size),
  }
}
