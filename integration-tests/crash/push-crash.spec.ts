import { setTimeout as sleep } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import axios, { type AxiosInstance } from "axios"
import { z } from "zod"
import { SeededRandom } from "../../packages/pos-sandbox/src/seed/random"
import { PushFixture } from "../shop/support/push-fixture"
import { useStoreSandbox } from "../shop/support/store-sandbox"
import { crashPoints, crashSeed } from "./crash-seed"
import { CrashStore, until } from "./crash-store"

const SAMPLE = 2
const POINTS = crashPoints(SAMPLE)

/** The sample that every build takes is smaller. */
const PRODUCTS = POINTS > SAMPLE ? 2_000 : 500
const seed = crashSeed()

jest.setTimeout(300_000 + POINTS * 60_000)

const SUCCEEDED = [() => true, () => false] as const

const preparedSchema = z.object({
  shop: z.object({ salesChannelId: z.string(), stockLocationId: z.string(), regionId: z.string() }),
  headers: z.record(z.string(), z.string()),
})
const linksSchema = z.object({ rows: z.array(z.object({ product_uuid: z.string() })) })
const workSchema = z.object({ rows: z.array(z.object({ links: z.coerce.number(), runs: z.coerce.number() })) })

describe("A catalog whose push is killed at any moment", () => {
  let shop: CrashStore
  let api: AxiosInstance
  let prepared: z.output<typeof preparedSchema>
  /** how often the products were edited */
  let edits = 0

  useStoreSandbox()
  beforeAll(async () => {
    shop = await CrashStore.open("pos_crash_push")
    prepared = preparedSchema.parse(
      await shop.prepare("integration-tests/crash/prepare-push.ts", { products: PRODUCTS })
    )
    api = axios.create({ baseURL: shop.url })
    await shop.start()
  })

  afterAll(async () => {
    await shop.close()
  })

  /** Another organization, whose register is empty: everything is sent for the first time. */
  const connect = async () => PushFixture.open({ api, admin: { headers: prepared.headers }, shop: prepared.shop })

  const disconnect = async (fixture: PushFixture) =>
    api.delete(`/admin/pos/connections/${fixture.connectionId}`, { headers: prepared.headers })

  /** Every product gets another description and price, of which no event reports. */
  const editAll = async () => {
    edits += 1
    await shop.database.raw(`UPDATE product SET description = ? WHERE id LIKE 'prod_many%'`, [`Omgång ${edits}`])
    await shop.database.raw(
      `UPDATE price SET amount = amount + 1, raw_amount = jsonb_build_object('value', (amount + 1)::text, 'precision', 20)
       WHERE id LIKE 'price_many%'`
    )
  }

  /** What the register shall show of the products of one kind, by name. */
  const expectedAtPos = () =>
    new Map(
      Array.from({ length: PRODUCTS }, (_, index) => index + 1).map((number) => [
        `Vara ${number}`,
        JSON.stringify([
          edits === 0 ? null : `Omgång ${edits}`,
          [[`VARA-${number}`, { amount: (number + edits) * 125, currencyId: "SEK" }]],
        ]),
      ])
    )

  /** Nothing waits or is held. A run whose beginning was interrupted is ended later, by its age. */
  const expectNoWork = async ({ connectionId }: PushFixture) => {
    const { rows } = workSchema.parse(
      await shop.database.raw(
        `SELECT
           (SELECT count(*) FROM pos_product_link WHERE connection_id = ? AND deleted_at IS NULL
              AND (revision > pushed_revision OR claimed_until IS NOT NULL)) AS links,
           (SELECT count(*) FROM pos_run WHERE connection_id = ? AND state = 'running' AND resumed_at IS NOT NULL) AS runs`,
        [connectionId, connectionId]
      )
    )
    expect(rows).toEqual([{ links: 0, runs: 0 }])
  }

  /** The register has each product of the store once, as it is in the store, and nothing waits. */
  const expectExact = async (fixture: PushFixture) => {
    await expectNoWork(fixture)
    const products = await fixture.products()
    const expected = expectedAtPos()
    const others: string[] = []
    for (const { name, description, variants } of products) {
      const wanted = expected.get(name ?? "")
      const found = JSON.stringify([description ?? null, variants?.map(({ sku, price }) => [sku, price])])
      if (wanted === undefined) {
        others.push(name ?? "")
      } else if (wanted !== found) {
        throw new Error(`${name} is ${found} at the register instead of ${wanted}`)
      }
      // What comes a second time is one of the others.
      expected.delete(name ?? "")
    }
    expect({ missing: expected.size, others: others.sort() }).toEqual({ missing: 0, others: ["Tröja", "Äpplen"] })
    const { rows: links } = linksSchema.parse(
      await shop.database.raw(
        `SELECT product_uuid FROM pos_product_link WHERE connection_id = ? AND state = 'synced' AND deleted_at IS NULL`,
        [fixture.connectionId]
      )
    )
    const linked = links.map(({ product_uuid }) => product_uuid).sort()
    expect(isDeepStrictEqual(linked, products.map(({ uuid }) => uuid).sort())).toBe(true)
  }

  const push = async (fixture: PushFixture) =>
    api.post(`/admin/pos/connections/${fixture.connectionId}/push`, {}, { headers: prepared.headers })

  const millisecondsOf = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }

  it(`ends with the exact catalog, each product once, after each of ${POINTS} points`, async () => {
    const random = new SeededRandom(seed)
    let fixture = await connect()
    // As long as there is work; to look at the whole catalog takes longer than to push it.
    const firstMs = await millisecondsOf(async () => until(async () => expectNoWork(fixture), 120))
    await until(async () => expectExact(fixture), 120)
    await editAll()
    const againMs = await millisecondsOf(async () => {
      await push(fixture)
      await until(async () => expectNoWork(fixture), 120)
    })
    await until(async () => expectExact(fixture), 120)
    let inTheMiddle = 0
    for (let point = 0; point < POINTS; point++) {
      const isFirst = random.chance(0.5)
      let asked = Promise.resolve(true)
      if (isFirst) {
        await disconnect(fixture)
        fixture = await connect()
      } else {
        await editAll()
        asked = push(fixture).then(...SUCCEEDED)
      }
      await sleep(random.next() * (isFirst ? firstMs : againMs))
      await shop.kill()
      inTheMiddle += (await isExact(fixture)) ? 0 : 1
      await shop.start()
      if (!(await asked)) {
        // Nobody was reported that the sync has begun, so somebody asks again.
        await push(fixture)
      }
      await until(async () => expectExact(fixture), 120)
    }
    process.stderr.write(`${POINTS} points, ${inTheMiddle} of them with work under way\n`)
  })

  const isExact = async (fixture: PushFixture) => expectExact(fixture).then(...SUCCEEDED)
})
