import {
  createProductsWorkflow,
  createProductVariantsWorkflow,
  deleteProductsWorkflow,
  deleteProductVariantsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../src/modules/pos"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

const VALUES = Array.from({ length: 150 }, (_, index) => `Nr ${index + 1}`)

storeSuite({
  moduleName: "push-parts",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushStore({ api, getContainer })
    let productId = ""
    let variantIds: string[] = []

    beforeAll(async () => {
      const { result } = await createProductsWorkflow(getContainer()).run({
        input: {
          products: [
            {
              title: "Många",
              status: "published" as const,
              shipping_profile_id: here.shop.shippingProfileId,
              options: [{ title: "Nummer", values: ["Nr 0", ...VALUES] }],
              variants: VALUES.map((value, variant_rank) => ({
                title: value,
                variant_rank,
                options: { Nummer: value },
                prices: [{ amount: 10, currency_code: "sek" }],
              })),
            },
          ],
        },
      })
      productId = result[0]?.id ?? ""
      const ids = new Map(result[0]?.variants.map(({ id, title }) => [title ?? "", id]))
      variantIds = VALUES.map((value) => ids.get(value) ?? "")
    })

    afterEach(async () => here.fixture.noFaults())

    const link = async () => here.fixture.link(productId)
    const parts = async () => (await here.fixture.products()).filter(({ name }) => name?.startsWith("Många"))
    const variantsAt = async () => (await parts()).flatMap(({ variants }) => variants?.map(({ name }) => name) ?? [])

    const openSplit = async () => {
      await here.connect()
      await here.fixture.settings({ variant_overflow: "split" })
      await here.fixture.quiet()
    }

    const update = async (fields: object) =>
      updateProductsWorkflow(getContainer()).run({ input: { selector: { id: productId }, update: fields } })

    const removeVariants = async (ids: string[]) =>
      deleteProductVariantsWorkflow(getContainer()).run({ input: { ids } })

    describe("fewer parts than before", () => {
      it("[D23] leave the POS only after the remaining part has its variants", async () => {
        await openSplit()
        const [first, further] = [await here.fixture.product("Många (1/2)"), await here.fixture.product("Många (2/2)")]
        const failing = async (status: number, method: string, address: string) => {
          const pos = getContainer().resolve(POS_MODULE)
          // No attempt falls between two faults.
          await pos.updatePosConnections({ id: here.fixture.connectionId, push_held: true })
          const claimed = "SELECT 1 FROM pos_product_link WHERE product_id = ? AND claimed_until > now()"
          await eventually(async () => expect((await dbConnection.raw(claimed, [productId])).rows).toEqual([]))
          await here.fixture.noFaults()
          await here.fixture.fault({ kind: "status", status, interface: "products", method, address })
          await pos.updatePosConnections({ id: here.fixture.connectionId, push_held: false })
        }
        const uuids = async () => (await parts()).map(({ uuid }) => uuid).sort()
        const both = [first.uuid, further.uuid].sort()
        await failing(500, "PUT", first.uuid)
        await removeVariants(variantIds.slice(0, 60))
        await eventually(async () => expect(await link()).toMatchObject({ rejection: expect.stringContaining("500") }))
        expect(await uuids()).toEqual(both)
        await failing(422, "PUT", first.uuid)
        // However often it has failed: the next attempt is not waited for.
        await dbConnection.raw("UPDATE pos_product_link SET next_attempt_at = NULL WHERE product_id = ?", [productId])
        await api.post(`/admin/pos/connections/${here.fixture.connectionId}/push`, {}, here.admin)
        await eventually(async () => expect(await link()).toMatchObject({ state: "rejected" }))
        expect(await uuids()).toEqual(both)
        await failing(409, "DELETE", further.uuid)
        await api.post(`/admin/pos/connections/${here.fixture.connectionId}/push`, {}, here.admin)
        await eventually(async () =>
          expect(await link()).toMatchObject({
            rejection: expect.stringMatching(/^Could not delete the product at the POS: .* with 409/),
          })
        )
        expect(await uuids()).toEqual(both)
        await here.fixture.noFaults()
        await eventually(async () => expect(await uuids()).toEqual([first.uuid]))
        expect((await variantsAt()).sort()).toEqual(VALUES.slice(60).sort())
        await here.fixture.settled()
        expect(await link()).toMatchObject({ state: "synced", rejection: null })
      })
    })

    describe("changes of one part at the POS", () => {
      const openHeld = async () => {
        await openSplit()
        const never = { minimum: 0, percent: 0 }
        const mass_change_limits = { price: never, removal: never }
        await here.fixture.settings({ field_owners: { price: "pos" }, mass_change_limits })
        await here.fixture.quiet()
      }
      const held = async () =>
        (await api.get(`/admin/pos/held-changes?connection_id=${here.fixture.connectionId}`, here.admin)).data.holds
      const decide = async (change_group: string, decision: string) =>
        api.post(
          "/admin/pos/held-changes/decide",
          { connection_id: here.fixture.connectionId, change_group, decision },
          here.admin
        )

      const cheap = async (amount: number) =>
        (
          await dbConnection.raw(
            `SELECT count(*)::int AS count FROM price
             JOIN product_variant_price_set AS own ON own.price_set_id = price.price_set_id
             WHERE own.variant_id = ANY(?) AND price.amount = ? AND price.deleted_at IS NULL`,
            [variantIds, amount]
          )
        ).rows[0].count

      it("[D124] leave a price of another part held, and are taken over themselves", async () => {
        await openHeld()
        const [first, further] = [await here.fixture.product("Många (1/2)"), await here.fixture.product("Många (2/2)")]
        const priced = ({ variants }: typeof first, amount: number) => ({
          variants: variants?.map(({ uuid }, index) =>
            index === 0 ? { uuid, price: { amount, currencyId: "SEK" } } : { uuid }
          ),
        })
        await here.fixture.edit(first.uuid, priced(first, 0))
        await eventually(async () => expect(await held()).toMatchObject([{ change_group: "price_in_store", held: 1 }]))
        await here.fixture.edit(further.uuid, priced(further, 1000))
        await eventually(async () => expect(await cheap(8)).toBe(1))
        await here.fixture.quiet()
        expect(await held()).toMatchObject([{ change_group: "price_in_store", held: 1 }])
        await decide("price_in_store", "send")
        await eventually(async () => expect(await cheap(0)).toBe(1))
        await eventually(async () => expect(await held()).toEqual([]))
      })

      it("[D138] are taken over one after the other once they are approved together", async () => {
        await openHeld()
        const [first, further] = [await here.fixture.product("Många (1/2)"), await here.fixture.product("Många (2/2)")]
        for (const { uuid, variants } of [first, further]) {
          const free = variants?.map((variant) => ({ uuid: variant.uuid, price: { amount: 0, currencyId: "SEK" } }))
          await here.fixture.edit(uuid, { variants: free })
        }
        await here.fixture.quiet()
        expect(await held()).toMatchObject([{ change_group: "price_in_store", held: 1 }])
        // The first attempt at both fails, so that each is tried alone.
        const prices = getContainer().resolve(Modules.PRICING)
        const failing = jest.spyOn(prices, "addPrices").mockRejectedValueOnce(new Error("The store failed"))
        await decide("price_in_store", "send")
        await eventually(async () => expect(await cheap(0)).toBe(150))
        await here.fixture.quiet()
        expect(await held()).toEqual([])
        expect(failing).toHaveBeenCalledTimes(3)
        failing.mockRestore()
        const left = await dbConnection("pos_held_change").where({ connection_id: here.fixture.connectionId })
        expect(left.filter(({ state }) => state !== "passed")).toEqual([])
      })

      it("[D125] are decided on together where all parts were deleted, and are created again together", async () => {
        await openHeld()
        await api.post(
          `/admin/pos/connections/${here.fixture.connectionId}/inbound-settings`,
          { on_pos_product_deleted: "draft" },
          here.admin
        )
        const [first, further] = [await here.fixture.product("Många (1/2)"), await here.fixture.product("Många (2/2)")]
        const isHeld = [{ change_group: "removal_in_store", held: 1 }]
        await here.fixture.discard(first.uuid)
        await eventually(async () => expect(await held()).toMatchObject(isHeld))
        await here.fixture.discard(further.uuid)
        await here.fixture.quiet()
        expect(await held()).toMatchObject(isHeld)
        expect(await parts()).toEqual([])
        await decide("removal_in_store", "restore")
        await eventually(async () => expect((await variantsAt()).sort()).toEqual([...VALUES].sort()))
        await eventually(async () => expect(await held()).toEqual([]))
      })
    })

    describe("variants that come and go", () => {
      it("[D69] leave the others in their parts, with their stock", async () => {
        await openSplit()
        const pos = getContainer().resolve(POS_MODULE)
        const stateOf = async () => {
          const links = await pos.listPosVariantLinks({ variant_id: variantIds.slice(1) }, { take: 150 })
          return new Map(links.map((item) => [item.variant_id, [item.product_uuid, item.tracked, item.pos_balance]]))
        }
        // What the split has begun takes the same rows, in an order of its own.
        await here.fixture.settled()
        await eventually(async () =>
          dbConnection.raw("UPDATE pos_variant_link SET tracked = true, pos_balance = 7 WHERE connection_id = ?", [
            here.fixture.connectionId,
          ])
        )
        const before = await stateOf()
        // Medusa takes the rank, though the type of its input does not name it.
        const first = {
          product_id: productId,
          title: "Nr 0",
          variant_rank: 0,
          options: { Nummer: "Nr 0" },
          prices: [{ amount: 10, currency_code: "sek" }],
        }
        await createProductVariantsWorkflow(getContainer()).run({ input: { product_variants: [first] } })
        await eventually(async () => expect(await variantsAt()).toContain("Nr 0"))
        await here.fixture.settled()
        expect(await stateOf()).toEqual(before)
        await removeVariants(variantIds.slice(0, 1))
        await eventually(async () => expect(await variantsAt()).not.toContain("Nr 1"))
        await here.fixture.settled()
        expect(await stateOf()).toEqual(before)
        await dbConnection.raw("UPDATE product_variant SET variant_rank = 500 - variant_rank WHERE product_id = ?", [
          productId,
        ])
        await update({ description: "Ny text" })
        await eventually(async () =>
          expect((await parts()).map(({ description }) => description)).toEqual(["Ny text", "Ny text"])
        )
        await here.fixture.settled()
        expect(await stateOf()).toEqual(before)
      })
    })

    describe("all parts alike", () => {
      const names = async () => (await parts()).map(({ name }) => name).sort()
      const BOTH = ["Många (1/2)", "Många (2/2)"]
      const variant = async (name: string) => {
        const found = (await parts()).flatMap(({ uuid, variants }) =>
          (variants ?? []).filter((item) => item.name === name).map((item) => ({ ...item, productUuid: uuid }))
        )
        expect(found).toHaveLength(1)
        return found[0]
      }

      it("[D22] a reset brings back every part that the POS has lost", async () => {
        await openSplit()
        for (const name of ["ProductDeleted", "ProductUpdated"]) {
          await here.fixture.fault({ kind: "lose", eventName: name })
        }
        for (const { uuid } of await parts()) {
          await here.fixture.discard(uuid)
        }
        expect(await names()).toEqual([])
        await here.fixture.sync({ reset: true })
        await here.fixture.settled()
        expect(await names()).toEqual(BOTH)
        expect((await variantsAt()).sort()).toEqual([...VALUES].sort())
      })

      it("[D22] a price that the POS owns is written into the store, whichever part has it", async () => {
        await openSplit()
        await here.fixture.settings({ field_owners: { price: "pos", name: "pos" } })
        await here.fixture.quiet()
        const edited = await variant("Nr 120")
        const part = (await parts()).find(({ uuid }) => uuid === edited?.productUuid)
        await here.fixture.edit(edited?.productUuid ?? "", {
          presentation: { backgroundColor: "#aa0000" },
          variants: part?.variants?.map(({ uuid }) =>
            uuid === edited?.uuid ? { uuid, price: { amount: 2_500, currencyId: "SEK" } } : { uuid }
          ),
        })
        const priceOf = async (index: number) => {
          const { rows } = await dbConnection.raw(
            `SELECT price.amount::float AS amount FROM price JOIN product_variant_price_set AS priced
             ON priced.price_set_id = price.price_set_id WHERE priced.variant_id = ? AND price.deleted_at IS NULL`,
            [variantIds[index] ?? ""]
          )
          return rows.map(({ amount }: { amount: number }) => amount)
        }
        await eventually(async () => expect(await priceOf(119)).toEqual([20]))
        expect(await priceOf(118)).toEqual([10])
        const stored = async () => (await getContainer().resolve(POS_MODULE).listPosProductParts({}))[0]?.pos_content
        const colored = { presentation: { backgroundColor: "#aa0000" } }
        await eventually(async () => expect(await stored()).toMatchObject(colored))
        // The name of a part is none of the whole.
        const { data } = await api.get(`/admin/products/${productId}?fields=title`, here.admin)
        expect(data.product.title).toBe("Många")
        await update({ description: "Ny text" })
        await eventually(async () =>
          expect((await parts()).map(({ description }) => description)).toEqual(["Ny text", "Ny text"])
        )
        expect(await variant("Nr 120")).toMatchObject({ price: { amount: 2_500 } })
        await here.fixture.quiet()
        expect(await stored()).toMatchObject(colored)
      })

      it("[D22] a dry run reports what changes in a further part", async () => {
        await openSplit()
        const pos = getContainer().resolve(POS_MODULE)
        await pos.updatePosConnections({ id: here.fixture.connectionId, push_held: true })
        await update({ description: "Ny text" })
        const { data } = await api.get(`/admin/pos/connections/${here.fixture.connectionId}/dry-run`, here.admin)
        const [entry] = data.entries.filter((item: { product_id: string }) => item.product_id === productId)
        expect(entry).toMatchObject({ action: "change" })
        expect(entry.changes).toEqual([
          { field: "description", before: null, after: "Ny text" },
          { field: "description", before: null, after: "Ny text" },
        ])
        await pos.updatePosConnections({ id: here.fixture.connectionId, push_held: false })
      })

      it("[D22] after a wipe the same parts are linked again, each once", async () => {
        await openSplit()
        const before = (await parts()).map(({ uuid }) => uuid).sort()
        const pos = getContainer().resolve(POS_MODULE)
        const [first] = await pos.listPosProductLinks({ product_id: productId })
        const kept = await variant("Nr 120")
        const connection = `/admin/pos/connections/${here.fixture.connectionId}`
        await api.delete(`${connection}?data=wipe&revoke=false`, here.admin)
        await api.post(
          "/admin/pos/connections",
          {
            api_key: here.fixture.apiKey,
            sales_channel_id: here.shop.salesChannelId,
            stock_location_id: here.shop.stockLocationId,
            region_id: here.shop.regionId,
            outbound_settings: { variant_overflow: "split" },
          },
          here.admin
        )
        const { plan } = (await api.get(`${connection}/plan`, here.admin)).data
        expect(plan.entries).toMatchObject({ link: 3 })
        expect(plan.entries.conflict ?? 0).toBe(0)
        await api.post(`/admin/pos/plans/${plan.id}/apply`, {}, here.admin)
        await here.fixture.quiet()
        expect((await parts()).map(({ uuid }) => uuid).sort()).toEqual(before)
        expect(await names()).toEqual(BOTH)
        expect((await variant("Nr 120"))?.uuid).toBe(kept?.uuid)
        const [link, ...others] = await pos.listPosProductLinks({ product_id: productId })
        expect(others).toEqual([])
        expect(link).toMatchObject({ product_uuid: first?.product_uuid, state: "synced" })
        expect(await pos.listPosProductParts({ product_link_id: link?.id ?? "" })).toHaveLength(1)
      })
    })

    describe("a part that the POS refuses", () => {
      it.each([
        ["delete", async () => deleteProductsWorkflow(getContainer()).run({ input: { ids: [productId] } })],
        [
          "exclude",
          async () =>
            api.post(
              "/admin/pos/product-links/inclusion",
              { connection_id: here.fixture.connectionId, product_ids: [productId], inclusion: "exclude" },
              here.admin
            ),
        ],
      ])("[D18] leaves no other part there, whichever came first: %s", async (_word, take) => {
        await here.connect()
        await here.fixture.refuse(["Många (2/2)"])
        await here.fixture.settings({ variant_overflow: "split" })
        expect(await link()).toMatchObject({ state: "rejected" })
        expect((await parts()).map(({ name }) => name)).toEqual(["Många (1/2)"])
        await here.fixture.refuse(["Många (1/2)"])
        await update({ description: "Ny text" })
        await eventually(async () => expect(await parts()).toHaveLength(2))
        await here.fixture.settled()
        expect(await link()).toMatchObject({ state: "rejected" })
        await take()
        await eventually(async () => expect(await parts()).toEqual([]))
        const pos = getContainer().resolve(POS_MODULE)
        await eventually(async () => expect(await pos.listPosProductParts({})).toEqual([]))
      })
    })
  },
})
