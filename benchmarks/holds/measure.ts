import { performance } from "node:perf_hooks"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import axios from "axios"
import sweep from "../../src/jobs/pos-sweep"
import { drainOutbox } from "../../src/features/catalog/push"
import { PosDriver } from "../../test-support/pos-driver"
import { seedBenchmarkStore } from "../../test-support/seed-benchmark-store"
import { seedCatalog } from "../../test-support/seed-catalog"
import { userHeaders } from "../../test-support/user-headers"
import { percentile, secondsSince, untilIdle } from "../measure"
import { echoesHandled, firstSync } from "../push/plugin"
import { type Measurement, runMeasurement } from "../run-measurement"

const PAGES = 50
const PAGE = 50
const MAX_SECONDS = 600

const heldSchema = z.object({ count: z.number(), holds: z.array(z.object({ held: z.number(), sent: z.number() })) })
const decidedSchema = z.object({ decided: z.number() })

/** The wave was not held, or the decision was not about all of it; figures of it would say nothing. */
class IncompleteHoldError extends Error {
  constructor(what: string, found: unknown, products: number) {
    super(`${what}: ${JSON.stringify(found)} with ${products} products`)
    this.name = "IncompleteHoldError"
  }
}

/**
 * A faulty import sets the prices of as many products as the command line says to 0: how long until all of them are held,
 * how long a page of them takes, and how long the decision to send them takes.
 */
const measure: Measurement = async (container, products) => {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const shop = await seedBenchmarkStore(container)
  await seedCatalog(knex, shop, { from: 1, to: products })
  const { connectionId } = await firstSync({ container, shop, posDriver: await PosDriver.open() }, products)
  await echoesHandled(container, connectionId)
  await untilIdle()
  const api = axios.create({
    baseURL: `http://localhost:${process.env.PORT ?? ""}/admin/pos`,
    ...(await userHeaders(container)),
  })
  const readPage = async (offset: number) => {
    const page = `held-changes?connection_id=${connectionId}&limit=${PAGE}&offset=${offset}`
    return heldSchema.parse((await api.get<unknown>(page)).data)
  }

  await knex.raw(
    `UPDATE price SET amount = 0, raw_amount = '{"value":"0","precision":20}', updated_at = now() WHERE currency_code = 'sek'`
  )
  const began = performance.now()
  let held = 0
  let sent = 0
  while (held + sent < products) {
    await sweep(container)
    await drainOutbox(container, connectionId)
    const { holds } = await readPage(0)
    held = holds.reduce((sum, hold) => sum + hold.held, 0)
    sent = holds.reduce((sum, hold) => sum + hold.sent, 0)
    if (secondsSince(began) > MAX_SECONDS) {
      throw new IncompleteHoldError("The wave is not held", { held, sent }, products)
    }
  }
  const holdSeconds = secondsSince(began)
  await untilIdle()

  const pages: number[] = []
  for (let index = 0; index < PAGES; index++) {
    const started = performance.now()
    await readPage(Math.floor((index / PAGES) * products))
    pages.push(performance.now() - started)
  }
  const started = performance.now()
  const decision = { connection_id: connectionId, change_group: "price", decision: "send" }
  const { decided } = decidedSchema.parse((await api.post<unknown>("/held-changes/decide", decision)).data)
  const decideMs = performance.now() - started
  if (decided !== held) {
    throw new IncompleteHoldError("The decision is about others", { decided, held }, products)
  }
  return { products, held, hold_s: holdSeconds, page_p95_ms: percentile(pages, 0.95), decide_ms: decideMs }
}

runMeasurement(measure)
