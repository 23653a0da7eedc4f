import { performance } from "node:perf_hooks"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { PosDriver } from "../../test-support/pos-driver"
import { parseTimestamp } from "../../src/pos-api/contract"
import { POS_MODULE } from "../../src/modules/pos"
import { pullAccount } from "../../src/features/finance/pull"
import { connect } from "../../test-support/connect"
import { peakMemoryOf, secondsOf, secondsSince } from "../measure"
import { type Measurement, runMeasurement } from "../run-measurement"
import { seedBenchmarkStore } from "../../test-support/seed-benchmark-store"

const HISTORY_START = new Date(Date.now() - 3 * 366 * 86_400_000)
const MEGABYTE = 1024 * 1024

/** Rows that the loop writes; its rate is the same with more. */
const LOOP_ROWS = 5_000

const countSchema = z.object({ rows: z.array(z.object({ count: z.coerce.number() })) })

/** What a developer writes first: page by page through the client, each page handed to the module's own create. */
async function pullByHand(container: MedusaContainer, connectionId: string): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const { accountTransactions } = await pos.clientOf(connectionId)
  const started = performance.now()
  const { items } = await accountTransactions.list({
    group: "liquid",
    start: HISTORY_START,
    end: new Date(),
    limit: LOOP_ROWS,
    offset: 0,
  })
  await pos.createPosAccountTransactions(
    items.map((transaction, index) => ({
      id: `posatx_loop${index}`,
      connection_id: "by-hand",
      account_group: "liquid",
      occurred_at: parseTimestamp(transaction.timestamp) ?? new Date(0),
      type: transaction.originatorTransactionType,
      originating_uuid: transaction.originatingTransactionUuid,
      amount: transaction.amount,
    }))
  )
  return items.length / secondsSince(started)
}

/** The first pull of three years, as many purchases as the command line says. */
const measure: Measurement = async (container, purchases) => {
  const shop = await seedBenchmarkStore(container)
  const posDriver = await PosDriver.open()
  await posDriver.seed({ products: 50, purchases, refundShare: 0.02 })
  const { connectionId } = await connect(container, shop, posDriver.apiKey)
  const loopPerSecond = await pullByHand(container, connectionId)
  const before = process.memoryUsage.rss() / MEGABYTE
  const { result: seconds, peakMb } = await peakMemoryOf(() =>
    secondsOf(() => pullAccount(container, connectionId, "liquid"))
  )
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const counted = await knex.raw("SELECT count(*) FROM pos_account_transaction WHERE connection_id = ?", [connectionId])
  const transactions = countSchema.parse(counted).rows[0]?.count ?? 0
  return { transactions, seconds, loop_per_second: loopPerSecond, rss_growth_mb: peakMb - before }
}

runMeasurement(measure)
