import { z } from "zod"
import keepFinance from "../../src/jobs/pos-finance"
import { markLiveGiftCards } from "../../src/features/gift-cards/read-cards"
import { organizationDate } from "../../src/modules/pos/organization-time"
import { toColumnText } from "../../src/money/money"
import { merchantIn } from "./support/ledger/merchant"
import { Register } from "./support/ledger/register"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

const answerSchema = z.object({
  results: z.array(
    z.object({
      entity: z.string(),
      data: z.array(z.looseObject({ id: z.string() })),
      count: z.number(),
      offset: z.number(),
      limit: z.number(),
    })
  ),
})

const OURS = ["pos_receipt", "pos_unlinked_product", "pos_payout", "pos_gift_card"]

/** What the dashboard asks for when ⌘K is used: `entity[]` of every kind that is registered there. */
const toQuery = (q: string, entities: string[], page = "") =>
  `/admin/search?q=${encodeURIComponent(q)}${entities.map((name) => `&entity[]=${name}`).join("")}${page}`

storeSuite({
  moduleName: "dashboard-search",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    const search = async (q: string, entities = OURS, page = "") =>
      answerSchema.parse(await here.fixture.get(toQuery(q, entities, page))).results

    /** Names of the entities that have results, with their ids. */
    const found = async (q: string, entities = OURS) =>
      Object.fromEntries(
        (await search(q, entities)).flatMap(({ entity, data }) =>
          data.length === 0 ? [] : [[entity, data.map(({ id }) => id)]]
        )
      )

    const sellIntoStore = async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      const sale = await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
      await here.fixture.order(sale.purchaseUUID1)
      return { sale, receipt: await here.fixture.receipt(sale.purchaseUUID1) }
    }

    it("finds a receipt by its number, amount, card, cashier, product and day, beside Medusa's own results", async () => {
      const { sale, receipt } = await sellIntoStore()
      const { time_zone } = await here.fixture.pos.findConnection(here.fixture.connectionId)
      const day = organizationDate(new Date(sale.created ?? ""), time_zone)
      for (const text of [`#${sale.purchaseNumber}`, toColumnText(sale.amount, "SEK"), "•••• 0042", "Öberg", day]) {
        expect({ text, found: await found(text) }).toEqual({ text, found: { pos_receipt: [receipt.id] } })
      }
      const mixed = await search("Tröja", ["order", "pos_receipt", "product", "pos_payout"])
      expect(mixed.map(({ entity }) => entity)).toEqual(["order", "pos_receipt", "product", "pos_payout"])
      const [, receipts, products] = mixed
      expect(receipts).toMatchObject({
        count: 1,
        offset: 0,
        limit: 20,
        data: [
          {
            id: receipt.id,
            purchase_number: sale.purchaseNumber,
            amount: sale.amount,
            currency_code: "sek",
            cashier: "Åsa Öberg",
            time_zone,
          },
        ],
      })
      expect(products?.data).toMatchObject([{ title: "Tröja" }])
      expect(await found("nobody sold this")).toEqual({})
    })

    it("says that there is more, and answers the next page", async () => {
      const first = await sellIntoStore()
      const second = await sellIntoStore()
      const pages = [
        await search("Tröja", ["pos_receipt"], "&limit=1"),
        await search("Tröja", ["pos_receipt"], "&limit=1&offset=1"),
      ]
      expect(pages.flat()).toMatchObject([
        { count: 2, offset: 0, limit: 1, data: [{ id: second.receipt.id }] },
        { count: 2, offset: 1, limit: 1, data: [{ id: first.receipt.id }] },
      ])
      const [beyond] = await search("Tröja", ["pos_receipt"], "&limit=1&offset=2000000000")
      expect(beyond).toMatchObject({ count: 2, data: [] })
    })

    it("finds payouts by amount and day, gift cards by their code, and unlinked products by name", async () => {
      const register = await Register.open()
      const { connect, mirror } = merchantIn(here, { api, getContainer })
      const connectionId = await connect(register)
      const sale = await register.sell({ items: [{ type: "gift-card", amount: 500_00 }] })
      await mirror(connectionId, [sale])
      await keepFinance(getContainer())
      await markLiveGiftCards(getContainer())
      await register.enter({ type: "PAYMENT", amount: sale.amount, uuid: sale.payments[0]?.uuid ?? "" })
      await register.enter({ type: "PAYOUT", amount: -437_25 })
      await dbConnection.raw("UPDATE pos_account SET last_tried_at = NULL")
      await keepFinance(getContainer())
      const { rows } = await dbConnection.raw("SELECT id, amount::float, occurred_at FROM pos_payout")
      const [payout] = rows
      expect(await found("437,25")).toEqual({ pos_payout: [payout.id] })
      const day = organizationDate(payout.occurred_at, "Europe/Stockholm")
      expect(await found(day, ["pos_payout"])).toEqual({ pos_payout: [payout.id] })
      const code = sale.products[0]?.details?.giftcardUuid ?? ""
      const { rows: cards } = await dbConnection.raw("SELECT id FROM pos_gift_card WHERE card_uuid = ?", [code])
      expect(await found(code.slice(0, 13), ["pos_gift_card"])).toEqual({ pos_gift_card: [cards[0].id] })
      await dbConnection.raw(
        `INSERT INTO pos_unlinked_product (id, connection_id, product_uuid, name, content, state, found_at)
         VALUES ('poscand_kanna', ?, gen_random_uuid()::text, '東京 kanna å', '{}', 'open', now())`,
        [connectionId]
      )
      expect(await found("東京")).toEqual({ pos_unlinked_product: ["poscand_kanna"] })
      expect(await found("KANNA", ["pos_unlinked_product"])).toEqual({ pos_unlinked_product: ["poscand_kanna"] })
      await dbConnection.raw("UPDATE pos_connection SET state = 'disconnected' WHERE id = ?", [connectionId])
      expect(await found("東京")).toEqual({})
    })

    it("leaves requests without its entities to Medusa, and keeps Medusa's refusal", async () => {
      await sellIntoStore()
      const withoutNames = answerSchema.parse(await here.fixture.get("/admin/search?q=Tröja"))
      expect(withoutNames.results.some(({ entity }) => entity.startsWith("pos_"))).toBe(false)
      const refused = async (path: string, headers = here.fixture.admin) =>
        (await api.get(path, { ...headers, validateStatus: () => true })).status
      expect(await refused(toQuery("Tröja", ["pos_receipt", "no_such_entity"]))).toBe(404)
      expect(await refused(toQuery("Tröja", ["pos_receipt"]), { headers: {} })).toBe(401)
    })

    it.each([
      ["too long", "Tröja ".repeat(40)],
      ["not a text", "Tröja\u0007"],
    ])("[D116] finds nothing for what is %s, and leaves Medusa's results as they are", async (_what, text) => {
      await sellIntoStore()
      const [alone] = await search(text, ["product"])
      expect(await search(text, ["product", "pos_receipt"])).toEqual([
        alone,
        { entity: "pos_receipt", data: [], count: 0, offset: 0, limit: 20 },
      ])
    })

    it("answers Medusa's results where its own search fails", async () => {
      await sellIntoStore()
      await dbConnection.raw("ALTER TABLE pos_receipt RENAME TO pos_receipt_away")
      try {
        expect(await search("Tröja", ["product", "pos_receipt"])).toMatchObject([
          { entity: "product", data: [{ title: "Tröja" }] },
        ])
      } finally {
        await dbConnection.raw("ALTER TABLE pos_receipt_away RENAME TO pos_receipt")
      }
    })
  },
})
