import {
  createPriceListsWorkflow,
  createRegionsWorkflow,
  deletePriceListsWorkflow,
  deleteRegionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { eventually } from "./support/eventually"
import { createPushDriver } from "./support/push-driver"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

type Priced = { amount: number; min_quantity?: number }

/** The store's prices are without tax, the POS's with 25 %. */
const atPos = (amount: number) => amount * 125

storeSuite({
  moduleName: "price-sources",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushStore({ api, getContainer })
    const { updateSweater } = createPushDriver({ api, getContainer, dbConnection }, here)

    const variantIds = () => here.shop.sweaterVariantIds
    const link = async () => here.fixture.link(here.shop.sweaterId)
    const pricesAtPos = async () => {
      const { variants } = await here.fixture.product("Tröja")
      return Object.fromEntries((variants ?? []).map(({ name, price }) => [name, price?.amount]))
    }

    /** A price list with prices of M, and perhaps of L. */
    const createList = async (title: string, prices: Priced[], type: "sale" | "override" = "override") => {
      const { result } = await createPriceListsWorkflow(getContainer()).run({
        input: {
          price_lists_data: [
            {
              title,
              description: "",
              // A chosen list counts whether it is active or not.
              status: type === "sale" ? ("active" as const) : ("draft" as const),
              prices: prices.map((price, index) => ({
                variant_id: variantIds()[index] ?? "",
                currency_code: "sek",
                ...price,
              })),
            },
          ],
        },
      })
      return result[0]?.id ?? ""
    }

    const choose = async (price: object, settings: object = {}) => {
      await here.fixture.settings({ price, ...settings })
      await here.fixture.settled()
    }

    const issues = async () =>
      (await api.get("/admin/pos/issues", here.admin)).data.issues.filter(
        (issue: { kind: string; connection_id: string }) =>
          issue.kind === "price_source_deleted" && issue.connection_id === here.fixture.connectionId
      )

    describe("a chosen price list", () => {
      it("[D29] without a price: the price that is sent instead has a note that names both sources", async () => {
        await here.open()
        await choose({ price_list_id: await createList("Kassan", [{ amount: 400 }]) })
        expect(await pricesAtPos()).toEqual({ M: atPos(400), L: atPos(499) })
        expect(await link()).toMatchObject({
          state: "synced",
          notes: [expect.stringMatching(/price list ‘Kassan’ has no price for ‘L’.*base price in SEK/)],
        })
      })

      it("[D29] without a price is rejected where the setting says so", async () => {
        await here.open()
        await choose({ price_list_id: await createList("Kassan", [{ amount: 400 }]) }, { missing_price: "reject" })
        expect(await link()).toMatchObject({
          state: "rejected",
          rejection: expect.stringMatching(/^Variant ‘L’: the price list ‘Kassan’ has no price/),
        })
        // What the POS had stays.
        expect(await pricesAtPos()).toEqual({ M: atPos(499), L: atPos(499) })
        await choose({ price_list_id: await createList("Hela", [{ amount: 400 }, { amount: 410 }]) })
        expect(await link()).toMatchObject({ state: "synced", notes: [] })
        expect(await pricesAtPos()).toEqual({ M: atPos(400), L: atPos(410) })
      })

      it("[D29] with a price from quantity 2 only has none", async () => {
        await here.open()
        const list = await createList("Mängd", [{ amount: 400, min_quantity: 2 }, { amount: 410 }])
        await choose({ price_list_id: list })
        expect(await pricesAtPos()).toEqual({ M: atPos(499), L: atPos(410) })
        expect(await link()).toMatchObject({ notes: [expect.stringContaining("‘Mängd’ has no price for ‘M’")] })
      })

      it("[D29] that is deleted is an issue, and prices at the POS stay until the merchant decides", async () => {
        await here.open()
        const list = await createList("Kassan", [{ amount: 400 }])
        await choose({ price_list_id: list })
        expect(await issues()).toEqual([])
        await deletePriceListsWorkflow(getContainer()).run({ input: { ids: [list] } })
        expect(await issues()).toMatchObject([{ count: 1, reason: expect.stringContaining("‘Kassan’") }])
        await updateSweater({ description: "Ny text" })
        await eventually(async () => expect((await here.fixture.product("Tröja")).description).toBe("Ny text"))
        await here.fixture.sync()
        expect(await pricesAtPos()).toEqual({ M: atPos(400), L: atPos(499) })
        expect(await link()).toMatchObject({ state: "synced", notes: [expect.stringContaining("‘Kassan’")] })
        await choose({ price_list_id: null })
        expect(await pricesAtPos()).toEqual({ M: atPos(499), L: atPos(499) })
        expect(await issues()).toEqual([])
        expect(await link()).toMatchObject({ notes: [] })
      })
    })

    it("[D29] a chosen region that is deleted is an issue, and prices at the POS stay", async () => {
      await here.open()
      const { result } = await createRegionsWorkflow(getContainer()).run({
        input: { regions: [{ name: "Norrland", currency_code: "sek" }] },
      })
      const regionId = result[0]?.id ?? ""
      const pricing = getContainer().resolve(Modules.PRICING)
      const { rows } = await dbConnection.raw(
        "SELECT price_set_id FROM product_variant_price_set WHERE variant_id = ? AND deleted_at IS NULL",
        [variantIds()[0] ?? ""]
      )
      await pricing.addPrices([
        {
          priceSetId: rows[0].price_set_id,
          prices: [{ amount: 450, currency_code: "sek", rules: { region_id: regionId } }],
        },
      ])
      await choose({ region_id: regionId })
      expect(await pricesAtPos()).toEqual({ M: atPos(450), L: atPos(499) })
      expect(await link()).toMatchObject({
        notes: [expect.stringMatching(/region ‘Norrland’ has no price for ‘L’.*base price in SEK/)],
      })
      await deleteRegionsWorkflow(getContainer()).run({ input: { ids: [regionId] } })
      await dbConnection.raw("UPDATE price SET amount = 700 WHERE price_set_id = ?", [rows[0].price_set_id])
      expect(await issues()).toMatchObject([{ reason: expect.stringContaining("‘Norrland’") }])
      await here.fixture.sync()
      expect(await pricesAtPos()).toEqual({ M: atPos(450), L: atPos(499) })
    })

    describe("a price that the POS owns, changed there", () => {
      const storePrices = async () => {
        const { rows } = await dbConnection.raw(
          `SELECT coalesce(list.title, 'base') AS source, price.amount::float AS amount FROM price
           JOIN product_variant_price_set AS priced ON priced.price_set_id = price.price_set_id
           LEFT JOIN price_list AS list ON list.id = price.price_list_id
           WHERE priced.variant_id = ? AND price.deleted_at IS NULL`,
          [variantIds()[0] ?? ""]
        )
        return Object.fromEntries(rows.map((row: { source: string; amount: number }) => [row.source, row.amount]))
      }

      const editPrice = async (amount: number) => {
        const { uuid, variants } = await here.fixture.product("Tröja")
        await here.fixture.edit(uuid, {
          variants: variants?.map((variant) =>
            variant.name === "M"
              ? { uuid: variant.uuid, price: { amount: atPos(amount), currencyId: "SEK" } }
              : { uuid: variant.uuid }
          ),
        })
      }

      const openOwned = async (price: object = {}) => {
        await here.open()
        await choose(price, { field_owners: { price: "pos" } })
        await here.fixture.quiet()
      }

      it("[D70] is written into the chosen price list", async () => {
        await here.open()
        const price = { price_list_id: await createList("Kassan", [{ amount: 80 }]) }
        await choose(price)
        await choose(price, { field_owners: { price: "pos" } })
        await here.fixture.quiet()
        expect(await pricesAtPos()).toMatchObject({ M: atPos(80) })
        await editPrice(75)
        await eventually(async () => expect(await storePrices()).toEqual({ base: 499, Kassan: 75 }))
      })

      it("[D70] is written into the base price where no list is chosen", async () => {
        await openOwned()
        await editPrice(75)
        await eventually(async () => expect(await storePrices()).toEqual({ base: 75 }))
      })

      it("[D70] is not written where the price comes from a sale, and the product gets a note", async () => {
        await openOwned()
        await createList("Rea", [{ amount: 90 }], "sale")
        await here.fixture.quiet()
        await editPrice(75)
        await eventually(async () =>
          expect(await link()).toMatchObject({
            notes: [expect.stringMatching(/price of ‘M’ at the POS \(93\.75 SEK\).*price list ‘Rea’/)],
          })
        )
        expect(await storePrices()).toEqual({ base: 499, Rea: 90 })
        await here.fixture.settled()
        // The note stays for as long as the prices differ.
        await updateSweater({ description: "Ny text" })
        await eventually(async () => expect((await here.fixture.product("Tröja")).description).toBe("Ny text"))
        await here.fixture.settled()
        expect(await link()).toMatchObject({ notes: [expect.stringContaining("‘Rea’")] })
      })
    })
  },
})
