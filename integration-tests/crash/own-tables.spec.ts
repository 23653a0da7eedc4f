import axios from "axios"
import { z } from "zod"
import { PosDriver } from "../../test-support/pos-driver"
import { useStoreSandbox } from "../shop/support/store-sandbox"
import { CrashStore, until } from "./crash-store"

/** Longer than the sandbox's first retries of a webhook. */
const RETRY_SECONDS = 120

const preparedSchema = z.looseObject({ headers: z.record(z.string(), z.string()) })

describe("A store whose tables were written by another version of the plugin", () => {
  let store: CrashStore
  let pos: PosDriver
  let headers: Record<string, string>

  useStoreSandbox()

  beforeAll(async () => {
    pos = await PosDriver.open()
    store = await CrashStore.open("pos_own_tables")
    const prepared = await store.prepare("integration-tests/crash/prepare-mirror.ts", { api_key: pos.apiKey })
    headers = preparedSchema.parse(prepared).headers
  })

  afterAll(() => store.close())

  const call = async (path: string) =>
    axios.get<unknown>(`${store.url}${path}`, { headers, validateStatus: () => true })

  it.each([
    ['ADD COLUMN "novelty" text NOT NULL', 'DROP COLUMN "novelty"', 'wants a value for "novelty"'],
    ['RENAME COLUMN "cashier" TO "clerk"', 'RENAME COLUMN "clerk" TO "cashier"', 'has no column "cashier"'],
  ])(
    "says so after `%s`, does nothing meanwhile, and continues when the tables fit",
    async (change, undo, difference) => {
      await store.database.raw(`ALTER TABLE "pos_receipt" ${change}`)
      await store.start()
      const refused = await call("/admin/pos/receipts")
      expect({ status: refused.status, data: refused.data }).toMatchObject({
        status: 500,
        data: { code: "pos_tables_of_other_version", message: expect.stringContaining(difference) },
      })
      expect((await call("/admin/products")).status).toBe(200)
      const [variant] = (await pos.products()).flatMap(({ variants }) => variants ?? [])
      const sale = await pos.sell([{ variantUuid: variant?.uuid ?? "", quantity: 1 }])
      expect((await call("/hooks/pos/ready")).status).toBe(503)

      await store.database.raw(`ALTER TABLE "pos_receipt" ${undo}`)
      await until(async () => (await call("/hooks/pos/ready")).status === 200)
      await pos.advance(RETRY_SECONDS)
      await until(async () => {
        const { data } = await call(`/admin/pos/receipts?purchase_uuid=${sale.purchaseUUID1}`)
        return z.looseObject({ count: z.number() }).parse(data).count === 1
      })
      await store.kill()
    }
  )
})
