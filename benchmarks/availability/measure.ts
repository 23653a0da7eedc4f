import { performance } from "node:perf_hooks"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  createApiKeysWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
} from "@medusajs/medusa/core-flows"
import axios, { type AxiosInstance } from "axios"
import { POS_MODULE } from "../../src/modules/pos"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { firstResult } from "../../test-support/run-workflow"
import { seedCatalog } from "../../test-support/seed-catalog"
import { seedStock } from "../../test-support/seed-stock"
import { percentile, untilIdle } from "../measure"
import { openMirrorStage } from "../mirror/stage"
import { type Measurement, runMeasurement } from "../run-measurement"

/** A product has two variants, and each variant a level in the shop and one in the warehouse. */
const LEVELS_OF_PRODUCT = 4

/** Those that are at the POS come behind the others. */
const FIRST_AT_POS = 1_000_001

const QUESTIONS = 300
const WARM_UP = 20
const VARIANTS_OF_QUESTION = 50
const STOCKED = 25

const answerSchema = z.object({ variants: z.array(z.looseObject({ locations: z.array(z.unknown()).length(1) })) })

/** An answer that leaves out a variant or its level: its time would say nothing. */
class IncompleteAnswerError extends Error {
  constructor(found: number) {
    super(`An answer has ${found} variants instead of ${VARIANTS_OF_QUESTION}`)
    this.name = "IncompleteAnswerError"
  }
}

/**
 * In-store availability of 50 variants, asked over HTTP in a store with as many inventory levels as the command line
 * says; beside what a developer would write: `query.graph` over the variants' levels, without HTTP. The floor is
 * Medusa's own route for one currency: what a store route costs before it does anything.
 */
const measure: Measurement = async (container, levels) => {
  const { knex, shop, connectionId } = await openMirrorStage(container, FIRST_AT_POS)
  await container.resolve(POS_MODULE).updatePosConnections({ id: connectionId, push_held: true })
  await seedCatalog(knex, shop, { from: 1, to: Math.ceil(levels / LEVELS_OF_PRODUCT) })
  await seedStock(knex, shop.stockLocationId, STOCKED)
  await stockWarehouse(container, knex)
  const storefront = await openStorefront(container, shop.salesChannelId)
  const ask = async (ids: string[]): Promise<unknown> =>
    (await storefront.get<unknown>(`/store/pos/availability?variant_id=${ids.join(",")}`)).data
  const questions = await chooseQuestions(knex)
  await untilIdle()

  const fresh = await timesOf(questions, async (ids) => {
    const { variants } = answerSchema.parse(await ask(ids))
    if (variants.length !== VARIANTS_OF_QUESTION) {
      throw new IncompleteAnswerError(variants.length)
    }
  })
  const [repeated = []] = questions
  const cached = await timesOf(
    questions.map(() => repeated),
    ask
  )
  const floor = await timesOf(
    questions.map(() => []),
    async () => storefront.get("/store/currencies/sek")
  )
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fields = ["id", "allow_backorder", "inventory_items.required_quantity"]
  const graph = await timesOf(questions, async (ids) => {
    const { data } = await query.graph({
      entity: "variants",
      fields: [...fields, "inventory_items.inventory.location_levels.*"],
      filters: { id: ids },
    })
    if (data.length !== VARIANTS_OF_QUESTION) {
      throw new IncompleteAnswerError(data.length)
    }
  })
  const { rows } = z
    .looseObject({ rows: z.array(z.object({ levels: z.coerce.number() })) })
    .parse(await knex.raw("SELECT count(*) AS levels FROM inventory_level"))
  return {
    levels: rows[0]?.levels,
    fresh_p50_ms: percentile(fresh, 0.5),
    fresh_p95_ms: percentile(fresh, 0.95),
    cached_p95_ms: percentile(cached, 0.95),
    floor_p50_ms: percentile(floor, 0.5),
    floor_p95_ms: percentile(floor, 0.95),
    graph_p50_ms: percentile(graph, 0.5),
    graph_p95_ms: percentile(graph, 0.95),
  }
}

/** A second place with the same goods, at which no register sells. */
async function stockWarehouse(container: MedusaContainer, knex: Knex): Promise<void> {
  const warehouse = await firstResult(
    createStockLocationsWorkflow(container).run({ input: { locations: [{ name: "Lagret" }] } })
  )
  await knex.raw(
    `INSERT INTO inventory_level (id, inventory_item_id, location_id, stocked_quantity, raw_stocked_quantity,
       raw_reserved_quantity, raw_incoming_quantity)
     SELECT 'ilev_l' || substr(inventory_item_id, 7), inventory_item_id, ?, stocked_quantity, raw_stocked_quantity,
       raw_reserved_quantity, raw_incoming_quantity FROM inventory_level`,
    [warehouse.id]
  )
  await knex.raw("ANALYZE inventory_level")
}

/** A client with a publishable key, as a storefront has. */
async function openStorefront(container: MedusaContainer, salesChannelId: string): Promise<AxiosInstance> {
  const key = await firstResult(
    createApiKeysWorkflow(container).run({
      input: { api_keys: [{ type: "publishable", title: "Webb", created_by: "benchmark" }] },
    })
  )
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: key.id, add: [salesChannelId] } })
  return axios.create({
    baseURL: `http://localhost:${process.env.PORT ?? ""}`,
    headers: { "x-publishable-api-key": key.token },
  })
}

/** Different variants in each question, so that no answer is one that was given before. */
async function chooseQuestions(knex: Knex): Promise<string[][]> {
  const rows = await sqlOn(knex)(
    z.object({ id: z.string() }),
    "SELECT id FROM product_variant ORDER BY md5(id) LIMIT ?",
    [(QUESTIONS + WARM_UP) * VARIANTS_OF_QUESTION]
  )
  const ids = rows.map(({ id }) => id)
  return Array.from({ length: QUESTIONS + WARM_UP }, (_, index) =>
    ids.slice(index * VARIANTS_OF_QUESTION, (index + 1) * VARIANTS_OF_QUESTION)
  )
}

/** The milliseconds of each question but the first ones, one after the other. */
async function timesOf(questions: string[][], ask: (ids: string[]) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const ids of questions) {
    const started = performance.now()
    await ask(ids)
    times.push(performance.now() - started)
  }
  return times.slice(WARM_UP)
}

runMeasurement(measure)
