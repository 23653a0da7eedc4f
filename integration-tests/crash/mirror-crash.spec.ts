import { setTimeout as sleep } from "node:timers/promises"
import axios from "axios"
import { z } from "zod"
import { apiKeyTokenProvider, createPosClient, singleOrigin } from "../../src/pos-api/client"
import { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import { PosDriver } from "../../test-support/pos-driver"
import {
  expectNothingLeft,
  expectReceiptsMirrored,
  expectStockBalanced,
  type Mirrored,
} from "../shop/support/mirror-invariants"
import { readOrders } from "../shop/support/read-orders"
import { useStoreSandbox } from "../shop/support/store-sandbox"
import { RegisterDay } from "./register-day"
import { crashPoints, crashSeed } from "./crash-seed"
import { CrashStore, until } from "./crash-store"

const NOTIFICATIONS = 500
const POINTS = crashPoints(2)
const seed = crashSeed()

/** Longer than the retries of what did not reach the store, of the sandbox's clock. */
const RETRY_SECONDS = 120

/** Longer than the POS tries: it gives up after 72 hours and deletes the subscription. */
const OUTAGE_SECONDS = 90 * 3_600
const UNANSWERED = 60

jest.setTimeout(300_000 + POINTS * 45_000)

const preparedSchema = z.object({
  connectionId: z.string(),
  stockLocationId: z.string(),
  headers: z.record(z.string(), z.string()),
})
const itemsSchema = z.object({ rows: z.array(z.object({ inventory_item_id: z.string(), variant_uuid: z.string() })) })
const countsSchema = z.object({ rows: z.array(z.object({ handled: z.coerce.number(), open: z.coerce.number() })) })
const runsSchema = z.tuple([z.unknown(), z.object({ rows: z.array(z.record(z.string(), z.string())) })])

describe("A store whose process is killed at any moment", () => {
  let shop: CrashStore
  let posDriver: PosDriver
  let mirrored: Mirrored
  let day: RegisterDay
  let headers: Record<string, string>

  useStoreSandbox()
  beforeAll(async () => {
    posDriver = await PosDriver.open()
    shop = await CrashStore.open("pos_crash_mirror")
    const prepared = preparedSchema.parse(
      await shop.prepare("integration-tests/crash/prepare-mirror.ts", { api_key: posDriver.apiKey })
    )
    const { connectionId, stockLocationId } = prepared
    headers = prepared.headers
    const wareOf = (sku: string | null, portions: [string, ...string[]]) => {
      const found = products.flatMap(({ uuid, variants }) =>
        (variants ?? []).map((variant) => ({ productUuid: uuid, variantUuid: variant.uuid, sku: variant.sku ?? null }))
      )
      const ware = found.find((item) => item.sku === sku)
      if (!ware) {
        throw new Error(`The POS has no ${sku}`)
      }
      return { ...ware, portions }
    }
    const products = (await posDriver.products()).filter(({ name }) => name !== "Utan pris")
    const wares = [
      wareOf("TROJA-M", ["1", "2"]),
      wareOf("TROJA-L", ["1", "3"]),
      wareOf(null, ["0.350", "1.125", "2"]),
    ] as const
    const [sweaterM, sweaterL, apples] = wares
    const { rows } = itemsSchema.parse(
      await shop.database.raw(
        `SELECT item.inventory_item_id, link.variant_uuid FROM pos_variant_link AS link
         JOIN product_variant_inventory_item AS item ON item.variant_id = link.variant_id
         WHERE link.variant_uuid = ?`,
        [sweaterL.variantUuid]
      )
    )
    const inventoryItemIds = rows.map((row) => row.inventory_item_id)
    day = new RegisterDay(posDriver, wares, new SeededRandom(seed), {
      url: shop.url,
      headers,
      stockLocationId,
      inventoryItemIds,
    })
    mirrored = {
      knex: shop.database,
      posDriver,
      connectionId,
      locationId: stockLocationId,
      start: { [sweaterM.variantUuid]: "10", [sweaterL.variantUuid]: "10", [apples.variantUuid]: "25.5" },
      movedByPos: day.movedByPos,
      readOrders: () => readOrders(shop.url, headers),
    }
    await shop.start()
    for (const ware of wares) {
      await day.moveStock("5000", ware)
    }
  })

  afterAll(async () => {
    await shop.close()
  })

  const counts = async () => {
    const { rows } = countsSchema.parse(
      await shop.database.raw(
        `SELECT count(*) FILTER (WHERE state NOT IN ('pending', 'dead')) AS handled,
           count(*) FILTER (WHERE state IN ('pending', 'dead')) AS open FROM pos_inbox_entry`
      )
    )
    return rows[0] ?? { handled: 0, open: 0 }
  }

  /** Something happens at the POS until it has reported so many notifications. */
  const trade = async (notifications: number) => {
    for (let reported = 0; reported < notifications;) {
      reported += await day.goOn()
    }
  }

  const quiet = async () => {
    await posDriver.advance(RETRY_SECONDS)
    await until(async () => {
      await expectNothingLeft(mirrored)
      const deliveries = await posDriver.deliveries()
      expect(deliveries.filter(({ state }) => state === "pending")).toEqual([])
    })
  }

  it(`ends as one that was not, after ${POINTS} points in ${NOTIFICATIONS} notifications`, async () => {
    const random = new SeededRandom(seed + 1)
    const share = Math.ceil(NOTIFICATIONS / (POINTS + 1))
    const started = performance.now()
    await trade(share)
    await until(async () => (await counts()).open === 0)
    // About as long as the store has work of one share.
    const busyMs = performance.now() - started
    let inTheMiddle = 0
    for (let point = 0; point < POINTS; point++) {
      const trading = trade(share)
      await sleep(random.next() * busyMs)
      inTheMiddle += (await counts()).open > 0 ? 1 : 0
      await shop.kill()
      await trading
      await shop.start()
      await posDriver.advance(RETRY_SECONDS)
    }
    await quiet()
    const { handled } = await counts()
    process.stderr.write(`${POINTS} points, ${inTheMiddle} of them with work under way; ${handled} notifications\n`)
    expect(handled).toBeGreaterThanOrEqual(NOTIFICATIONS)
    await expectReceiptsMirrored(mirrored)
    await expectStockBalanced(mirrored)
  })

  /** What the POS has, asked without the store. */
  const subscriptions = async () => {
    const oauthUrl = process.env.POS_SERVICE_URL ?? ""
    const tokenProvider = apiKeyTokenProvider({ apiKey: posDriver.apiKey, oauthUrl })
    return createPosClient({ addresses: singleOrigin(oauthUrl), tokenProvider }).subscriptions.list()
  }

  it("misses nothing of an outage of 90 hours, after which the POS has deleted the subscription", async () => {
    const [former] = await subscriptions()
    expect(former).toMatchObject({ status: "ACTIVE" })
    await shop.kill()
    await trade(UNANSWERED)
    await posDriver.advance(OUTAGE_SECONDS)
    expect(await subscriptions()).toEqual([])
    await shop.start()
    await until(async () => {
      await post("check")
      const [made, ...others] = await subscriptions()
      expect({ status: made?.status, others, isNew: made?.uuid !== former?.uuid }).toEqual({
        status: "ACTIVE",
        others: [],
        isNew: true,
      })
    })
    await until(reconciled)
    await quiet()
    const polled = await shop.database.raw(
      `SELECT count(*) AS handled, 0 AS open FROM pos_inbox_entry WHERE source = 'poll'`
    )
    expect(countsSchema.parse(polled).rows[0]?.handled).toBeGreaterThan(0)
    await expectReceiptsMirrored(mirrored)
    await expectStockBalanced(mirrored)
    // From here on the POS reports again, under the new key.
    const before = await counts()
    await trade(UNANSWERED)
    await quiet()
    expect((await counts()).handled).toBeGreaterThanOrEqual(before.handled + UNANSWERED)
    await expectReceiptsMirrored(mirrored)
    await expectStockBalanced(mirrored)
  })

  const post = async (action: string): Promise<unknown> =>
    (await axios.post(`${shop.url}/admin/pos/connections/${mirrored.connectionId}/${action}`, {}, { headers })).data

  /** The comparison after the loss looks twice, 45 seconds apart: its first look was that long ago. */
  const reconciled = async () => {
    const runs = runsSchema.parse(
      await shop.database.raw(
        `UPDATE pos_run SET details = details || jsonb_build_object('looked_at', now() - interval '1 minute')
         WHERE kind = 'reconcile' AND state = 'running' AND details->>'looked_at' IS NOT NULL;
         SELECT state, details->>'reason' AS reason FROM pos_run WHERE kind = 'reconcile'`
      )
    )
    expect(runs[1].rows).toEqual([{ state: "finished", reason: "subscription-lost" }])
  }
})
