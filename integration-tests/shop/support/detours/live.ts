import type { AxiosInstance } from "axios"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import fc from "fast-check"
import { useConnectedStore } from "../use-connected-store"
import { ENDING, histories } from "./commands"
import { Merchant } from "./merchant"
import { type Model, newModel } from "./model"

type Tools = { api: AxiosInstance; getContainer: () => MedusaContainer; dbConnection: Knex }

/** DETOURS_SEED and DETOURS_RUNS: other histories than a run of every day has, and how many. */
const SEED = Number(process.env.DETOURS_SEED ?? 27)

/**
 * Histories of a merchant who takes detours, each in a store of its own; what holds is checked whenever the merchant looks.
 * A failure names the commands that led to it.
 */
export function liveHistories(tools: Tools) {
  const here = useConnectedStore(tools)

  const live = async (history: Iterable<fc.AsyncCommand<Model, Merchant, false>>): Promise<void> => {
    const merchant = new Merchant(tools, here)
    await merchant.stock.settings({ drift_policy: "report" })
    const model = newModel(["TROJA-M", "TROJA-L"].map((sku) => ({ sku, level: 10 })))
    const lived: string[] = []
    for (const step of [...history, ...ENDING]) {
      if (step.check(model)) {
        lived.push(String(step))
        try {
          await step.run(model, merchant)
        } catch (error) {
          throw new Error(`After: ${lived.join("; ")}`, { cause: error })
        }
      }
    }
  }

  /** @param runs how many are drawn @param length of how many commands at the most */
  const drawn = (runs: number, length: number) =>
    fc
      .sample(histories(length), { seed: SEED, numRuns: Number(process.env.DETOURS_RUNS ?? runs) })
      .map((history, run) => [`${SEED}, ${run}`, history] as const)

  return { live, drawn }
}
