import { appendFileSync, existsSync, writeFileSync } from "node:fs"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { findDue } from "../../src/features/background/due-look"
import { hasDueQueue } from "../../src/features/background/sweep"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { compareCost, FLOW_COSTS, type FlowCost, readFlowCosts, toKeptCost } from "../../test-support/flow-cost"
import { STOCK_EVENTS } from "../../src/runtime/events"
import { eventually } from "./support/eventually"
import { ageStore, passIdleMinutes, recordWrites } from "./support/statements/idle-minutes"
import { groupStatements, recordStatements } from "./support/statements/record-statements"
import { createStockDriver } from "./support/stock-driver"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

/**
 * A flow is measured so often, and its least counts: a wake-up that finds its work done can only add to them. Further
 * rounds follow as long as it costs more than is kept.
 */
const ROUNDS = 3
const MOST_ROUNDS = 12

/** Medusa's event about a changed level, whose name depends on its version. */
const LEVEL_UPDATED = STOCK_EVENTS.find((name) => /inventory-level\.updated$/.test(name)) ?? ""

const idSchema = z.object({ id: z.string() })
/** What a flow needs before it is measured, and then the flow itself. */
type Flow = { flow: string; prepare?: () => Promise<unknown>; run: () => Promise<unknown> }

storeSuite({
  moduleName: "flow-costs",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const stock = createStockDriver({ api, getContainer, dbConnection }, here)
    const measured = new Map<string, FlowCost>()

    afterAll(() => {
      // `KEEP_FLOW_COSTS=true npm test -- shop flow-costs`, and then `npm run docs:generate`.
      if (process.env.KEEP_FLOW_COSTS) {
        const kept = existsSync(FLOW_COSTS) ? readFlowCosts() : {}
        writeFileSync(FLOW_COSTS, `${JSON.stringify({ ...kept, ...Object.fromEntries(measured) }, null, 2)}\n`)
      }
    })

    /** Nothing is under way between the store and the POS; asked by a connection that is not the store's own. */
    const atRest = async () =>
      eventually(async () => {
        const { posDriver } = here.fixture
        expect((await posDriver.deliveries()).filter(({ state }) => state === "pending")).toEqual([])
        const now = new Date()
        const until = new Date(now.getTime() + 60_000)
        const terms = { now, until, groups: [], pulledBefore: now, jobs: [], calendar: [] }
        const due = await findDue(sqlOn(dbConnection), terms)
        expect({
          connections: due.connections.filter(hasDueQueue),
          orderEvents: due.hasOrderEvents,
          storeWrites: due.hasStoreWrites,
        }).toEqual({ connections: [], orderEvents: false, storeWrites: false })
      })

    const findId = async (statement: string) => {
      const [row] = await sqlOn(dbConnection)(idSchema, statement)
      return row?.id ?? ""
    }

    /** Medusa's event as its workflows emit it: what Medusa itself sends for a change is not counted. */
    const emit = async (name: string, id: string) =>
      getContainer().resolve(Modules.EVENT_BUS).emit({ name, data: { id } })

    const sellThreeLines = async () => {
      const products = await here.fixture.posDriver.products()
      const variants = products.flatMap((product) => product.variants ?? [])
      const items = variants.slice(0, 3).map(({ uuid }) => ({ variantUuid: uuid, quantity: 1 }))
      expect(items).toHaveLength(3)
      return here.fixture.posDriver.sell(items)
    }

    let sold = ""
    let changes = 0
    let postAgain: (() => Promise<unknown>) | null = null
    const sweater = "SELECT id FROM product WHERE title LIKE 'Tröja%' LIMIT 1"

    const FLOWS: Record<string, Flow> = {
      sale: { flow: "a sale of three lines with its payment and stock", run: sellThreeLines },
      refund: {
        flow: "a refund of such a sale",
        prepare: async () => {
          sold = (await sellThreeLines()).purchaseUUID1
        },
        run: async () => here.fixture.posDriver.refund({ purchaseUuid: sold }),
      },
      product_edit: {
        flow: "an edit of a product's title, to the POS and back as an echo",
        prepare: async () => {
          changes += 1
          await dbConnection.raw("UPDATE product SET title = ? WHERE title LIKE 'Tröja%'", [`Tröja ${changes}`])
        },
        run: async () => emit("product.updated", await findId(sweater)),
      },
      price_edit: {
        flow: "an edit of a price, to the POS and back as an echo",
        prepare: async () => {
          changes += 1
          await dbConnection.raw(
            `UPDATE price SET amount = ?, raw_amount = jsonb_build_object('value', ?::text, 'precision', 20)
             WHERE currency_code = 'sek'`,
            [500 + changes, 500 + changes]
          )
        },
        run: async () =>
          emit("pricing.price.updated", await findId("SELECT id FROM price WHERE currency_code = 'sek' LIMIT 1")),
      },
      stock_edit: {
        flow: "an edit of a stock level online, to the POS and back as an echo",
        prepare: async () => {
          changes += 1
          await dbConnection.raw(
            `UPDATE inventory_level SET stocked_quantity = ?,
               raw_stocked_quantity = jsonb_build_object('value', ?::text, 'precision', 20)
             WHERE inventory_item_id = ?`,
            [20 + changes, 20 + changes, (await stock.level("TROJA-M")).inventory_item_id]
          )
        },
        run: async () => {
          const { inventory_item_id } = await stock.level("TROJA-M")
          await emit(LEVEL_UPDATED, await levelId(inventory_item_id))
        },
      },
      stock_movement: {
        flow: "a movement of stock at the POS",
        run: async () => stock.change("TROJA-M", -1),
      },
      webhook: {
        flow: "a notification at the webhook endpoint that was received before",
        prepare: async () => {
          postAgain ??= await here.fixture.sign("PurchaseCreated", await sellThreeLines())
        },
        run: async () => expect(await postAgain?.()).toMatchObject({ status: 200 }),
      },
      receipts_page: {
        flow: "a page of receipts",
        run: async () => here.fixture.get("/admin/pos/receipts?limit=20"),
      },
      overview_page: {
        flow: "the overview page",
        run: async () => {
          for (const part of ["overview", "overview/top-products", "freshness"]) {
            await here.fixture.get(`/admin/pos/${part}?connection_id=${here.fixture.connectionId}`)
          }
          await here.fixture.get("/admin/pos/issues")
        },
      },
      idle: {
        flow: "five minutes in which nothing happens",
        prepare: async () => ageStore(dbConnection),
        run: async () => recordWrites(getContainer(), async () => passIdleMinutes(getContainer(), 5)),
      },
    }

    const levelId = async (inventoryItemId: string) => {
      const [row] = await sqlOn(dbConnection)(idSchema, "SELECT id FROM inventory_level WHERE inventory_item_id = ?", [
        inventoryItemId,
      ])
      return row?.id ?? ""
    }

    const measure = async ({ flow, prepare, run }: Flow, kept: FlowCost | undefined): Promise<FlowCost> => {
      const least = { flow, statements: Infinity, requests: Infinity }
      const isAbove = () => kept && (least.statements > kept.statements || least.requests > kept.requests)
      // The first round is not counted: what is asked once, such as whether tables are known, is no part of a flow.
      for (let round = 0; round <= ROUNDS || (isAbove() && round <= MOST_ROUNDS); round++) {
        await prepare?.()
        await atRest()
        const before = await here.fixture.posDriver.countCalls("/")
        const statements = await recordStatements(getContainer(), async () => {
          await run()
          await atRest()
        })
        const requests = (await here.fixture.posDriver.countCalls("/")) - before
        if (round > 0) {
          least.statements = Math.min(least.statements, statements.length)
          least.requests = Math.min(least.requests, requests)
        }
        if (process.env.LIST_STATEMENTS && round === ROUNDS) {
          appendFileSync(
            process.env.LIST_STATEMENTS,
            `${flow}: ${statements.length}\n${groupStatements(statements)}\n\n`
          )
        }
      }
      return least
    }

    it.each(Object.entries(FLOWS))("%s costs no more than is kept", async (name, flow) => {
      const kept = process.env.KEEP_FLOW_COSTS ? undefined : readFlowCosts()[name]
      const cost = await measure(flow, kept)
      measured.set(name, toKeptCost(cost))
      if (!process.env.KEEP_FLOW_COSTS) {
        expect(compareCost(kept, cost)).toBeNull()
      }
    })
  },
})
