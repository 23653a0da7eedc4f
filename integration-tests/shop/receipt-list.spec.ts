import { z } from "zod"
import keepFinance from "../../src/jobs/pos-finance"
import { receiptSchema } from "../../src/contract/receipts"
import type { Purchase } from "../../src/pos-api/contract"
import { merchantIn } from "./support/ledger/merchant"
import { Register } from "./support/ledger/register"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const answerSchema = z.object({
  receipts: z.array(receiptSchema),
  count: z.number(),
  count_is_lower_bound: z.boolean(),
})

storeSuite({
  moduleName: "receipt-list",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    const list = async (query: Record<string, string>, connectionId = here.fixture.connectionId) => {
      const asked = new URLSearchParams({ connection_id: connectionId, ...query })
      return answerSchema.parse(await here.fixture.get(`/admin/pos/receipts?${asked.toString()}`))
    }

    const uuidsOf = ({ receipts }: z.infer<typeof answerSchema>) => receipts.map(({ purchase_uuid }) => purchase_uuid)

    const sellIntoStore = async (): Promise<Purchase> => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      const sale = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
      await here.fixture.order(sale.purchaseUUID1)
      return sale
    }

    /** Later receipts of something else, more than are read without their sums. */
    const fillWithOthers = async () =>
      dbConnection.raw(
        `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, state, amount, raw_amount, currency_code, sold_at, payload)
         SELECT 'posrec_' || number, ?, gen_random_uuid()::text, 'recorded', 100, '{"value": "100"}', 'sek',
           now() + interval '3 days' + number * interval '1 second', '{}' FROM generate_series(1, 2100) AS number`,
        [here.fixture.connectionId]
      )

    const MATCHES: Record<string, string>[] = [
      { product: "Tröja" },
      { product: "tröja m" },
      { product: "TROJA-M" },
      { payment: "card" },
      { cashier: "Åsa Öberg" },
      { product: "Tröja", payment: "card", cashier: "Åsa Öberg", refund: "false", state: "mirrored" },
    ]

    const OTHERS: Record<string, string>[] = [
      { product: "Byxa" },
      { product: "100%" },
      { payment: "cash" },
      { payment: "other" },
      { cashier: "Åsa" },
      { product: "Tröja", payment: "invoice" },
      { product: "Tröja", refund: "true" },
      { product: "Tröja", sold_to: "2020-01-01" },
      { product: "Tröja", sold_from: "2099-01-01" },
    ]

    it("finds a receipt by product, payment and cashier, whether or not its day is summed up", async () => {
      const sale = await sellIntoStore()
      const findEach = async () => {
        for (const query of MATCHES) {
          expect({ query, uuids: uuidsOf(await list(query)) }).toEqual({ query, uuids: [sale.purchaseUUID1] })
        }
        for (const query of OTHERS) {
          expect({ query, uuids: uuidsOf(await list(query)) }).toEqual({ query, uuids: [] })
        }
      }
      await findEach()
      await keepFinance(getContainer())
      await fillWithOthers()
      await findEach()
      const { receipts } = await list({ product: "Tröja" })
      expect(receipts).toMatchObject([{ vat_amount: expect.any(Number), payment_types: [sale.payments[0]?.type] }])
    })

    it("counts matches a little beyond the page, and pages without a gap", async () => {
      await dbConnection.raw(
        `INSERT INTO pos_receipt (id, connection_id, purchase_uuid, state, amount, raw_amount, currency_code, sold_at, payload)
         SELECT 'posrec_' || number, ?, 'uuid_' || number, 'recorded', 100, '{"value": "100"}', 'sek',
           timestamptz '2026-10-25T00:30:00Z' + number * interval '1 minute',
           '{"payments": [{"type": "SERVICE_CASH"}, {"type": "SERVICE_CASH"}]}' FROM generate_series(1, 250) AS number`,
        [here.fixture.connectionId]
      )
      expect(await list({ payment: "cash", limit: "10" })).toMatchObject({ count: 210, count_is_lower_bound: true })
      const pages = []
      for (const offset of ["0", "100", "200"]) {
        const page = await list({ payment: "cash", limit: "100", offset })
        pages.push(...uuidsOf(page))
        expect(page.receipts[0]).toMatchObject({ payment_types: ["SERVICE_CASH"] })
      }
      expect(pages).toEqual(Array.from({ length: 250 }, (_, index) => `uuid_${250 - index}`))
      expect(await list({ payment: "cash", offset: "240" })).toMatchObject({ count: 250, count_is_lower_bound: false })
    })

    it("finds cash at its own connection only, and needs a connection", async () => {
      const register = await Register.open()
      const { connect, mirror } = merchantIn(here, { api, getContainer })
      const connectionId = await connect(register)
      const items = [{ type: "custom-amount", name: "Äpplen 東京", amount: 3_000, vatPercentage: 25.5 }]
      const sale = await register.sell({ items, payments: [{ method: "cash" }] })
      await mirror(connectionId, [sale])
      const queries: Record<string, string>[] = [{ payment: "cash" }, { product: "Äpplen" }, { product: "東京" }]
      for (const query of queries) {
        expect({ query, uuids: uuidsOf(await list(query, connectionId)) }).toEqual({
          query,
          uuids: [sale.purchaseUUID1],
        })
        expect({ query, uuids: uuidsOf(await list(query)) }).toEqual({ query, uuids: [] })
      }
      const answer = await api.get("/admin/pos/receipts?payment=cash", {
        ...here.fixture.admin,
        validateStatus: () => true,
      })
      expect(answer).toMatchObject({
        status: 400,
        data: { code: "pos_request_invalid", message: expect.stringContaining("connection_id") },
      })
    })

    it("offers the cashiers who sold something", async () => {
      await sellIntoStore()
      await keepFinance(getContainer())
      const path = `/admin/pos/receipts/cashiers?connection_id=${here.fixture.connectionId}`
      expect(await here.fixture.get(path)).toEqual({ cashiers: ["Åsa Öberg"] })
    })
  },
})
