import {
  batchLinkProductsToCategoryWorkflow,
  createPriceListsWorkflow,
  createProductsWorkflow,
  linkProductsToSalesChannelWorkflow,
  updateProductOptionsWorkflow,
  updateProductsWorkflow,
  updateProductVariantsWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import findChanges from "../../src/jobs/pos-find-changes"
import { POS_MODULE } from "../../src/modules/pos"
import { eventually } from "./support/eventually"
import { createSimpleProducts } from "./support/shop"
import { shopSuite } from "./support/shop-suite"
import { usePushShop } from "./support/use-push-shop"

shopSuite({
  moduleName: "push-sync",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushShop({ api, getContainer })

    const updateSweater = async (update: object) =>
      updateProductsWorkflow(getContainer()).run({ input: { selector: { id: here.shop.sweaterId }, update } })

    const priceAtTill = async (name = "Tröja") => (await here.till.product(name)).variants?.[0]?.price?.amount

    const post = async (path: string, body: object) => api.post(`/admin/pos/${path}`, body, here.admin)

    const moduleSql = async (statement: string, bindings: string[]) => {
      await dbConnection.raw(statement, bindings)
    }

    it("ends a run whose beginning was interrupted, and says what to do", async () => {
      await here.open()
      const pos = getContainer().resolve(POS_MODULE)
      const { id } = await pos.createPosRuns({ connection_id: here.till.connectionId, kind: "push" })
      await findChanges(getContainer())
      expect(await pos.retrievePosRun(id)).toMatchObject({ state: "running" })
      await moduleSql("UPDATE pos_run SET created_at = now() - interval '11 minutes' WHERE id = ?", [id])
      await findChanges(getContainer())
      expect(await pos.retrievePosRun(id)).toMatchObject({
        state: "failed",
        reason: "The shop was stopped while the run began. Start it again.",
      })
    })

    describe("reaches the counter, whatever changed it:", () => {
      const [M] = [0]
      const variantId = () => here.shop.sweaterVariantIds[M] ?? ""

      it("a price list that a workflow makes", async () => {
        await here.open()
        await createPriceListsWorkflow(getContainer()).run({
          input: {
            price_lists_data: [
              {
                ...{ title: "Rea", description: "", status: "active" as const },
                prices: [{ variant_id: variantId(), amount: 299, currency_code: "sek" }],
              },
            ],
          },
        })
        await eventually(async () => expect(await priceAtTill()).toBe(37_375))
      })

      it("a price that the pricing module writes", async () => {
        await here.open()
        const pricing = getContainer().resolve(Modules.PRICING)
        const { rows } = await dbConnection.raw(
          "SELECT price.id FROM price JOIN product_variant_price_set AS link USING (price_set_id) WHERE link.variant_id = ?",
          [variantId()]
        )
        const { rows: sets } = await dbConnection.raw("SELECT price_set_id FROM price WHERE id = ?", [rows[0].id])
        await pricing.updatePriceSets(sets[0].price_set_id, {
          prices: [{ id: rows[0].id, amount: 400, currency_code: "sek" }],
        })
        await eventually(async () => expect(await priceAtTill()).toBe(50_000))
      })

      it("an option's name", async () => {
        await here.open()
        const [option] = await getContainer().resolve(Modules.PRODUCT).listProductOptions({ title: "Storlek" })
        await updateProductOptionsWorkflow(getContainer()).run({
          input: { selector: { id: option?.id ?? "" }, update: { title: "Size" } },
        })
        await eventually(async () => {
          const { variantOptionDefinitions } = await here.till.product("Tröja")
          expect(variantOptionDefinitions?.definitions.map(({ name }) => name)).toEqual(["Size"])
        })
      })

      it("a variant's SKU", async () => {
        await here.open()
        await updateProductVariantsWorkflow(getContainer()).run({
          input: { selector: { id: variantId() }, update: { sku: "TROJA-ÅÄÖ" } },
        })
        await eventually(async () =>
          expect((await here.till.product("Tröja")).variants?.map(({ sku }) => sku)).toContain("TROJA-ÅÄÖ")
        )
      })

      it("a delete and a restore", async () => {
        await here.open()
        const products = getContainer().resolve(Modules.PRODUCT)
        await products.softDeleteProducts([here.shop.sweaterId])
        await eventually(async () => expect(await here.till.names()).toEqual(["Äpplen"]))
        await products.restoreProducts([here.shop.sweaterId])
        // Medusa tells nobody of a restore.
        await findChanges(getContainer())
        await here.till.settled()
        expect({ names: await here.till.names(), link: await here.till.link(here.shop.sweaterId) }).toMatchObject({
          ...{ names: ["Tröja", "Äpplen"], link: { state: "synced" } },
        })
      })

      it("what stands in the tables without any event, by its time of change", async () => {
        await here.open()
        await findChanges(getContainer())
        await moduleSql("UPDATE product SET title = 'Tröja 東京', updated_at = now() WHERE id = ?", [
          here.shop.sweaterId,
        ])
        await findChanges(getContainer())
        expect(await here.till.names()).toContain("Tröja 東京")
      })

      it("not what has a new time of change and nothing else", async () => {
        await here.open()
        // What concerns all products, as a tax rate does, makes all of them due for a minute after the seed.
        for (const table of ["tax_rate", "tax_rate_rule", "tax_region", "price_preference"]) {
          await dbConnection.raw("UPDATE ?? SET updated_at = now() - interval '1 day'", [table])
        }
        const pos = getContainer().resolve(POS_MODULE)
        const revisions = async () =>
          (
            await pos.listPosProductLinks(
              { connection_id: here.till.connectionId, state: "synced" },
              { order: { id: "ASC" } }
            )
          ).map(({ revision }) => revision)
        await findChanges(getContainer())
        await here.till.settled()
        const before = await revisions()
        expect(before.length).toBeGreaterThan(1)
        await dbConnection.raw("UPDATE product SET updated_at = now()")
        await findChanges(getContainer())
        expect(await revisions()).toEqual(before)
      })

      it("what has no time of change at all, by its content", async () => {
        await here.open()
        await findChanges(getContainer())
        await moduleSql("DELETE FROM product_category_product WHERE product_id = ?", [here.shop.sweaterId])
        await findChanges(getContainer())
        expect((await here.till.product("Tröja")).category ?? null).toBeNull()
        await moduleSql("UPDATE product SET title = 'Utan händelse' WHERE id = ?", [here.shop.sweaterId])
        await findChanges(getContainer())
        expect(await here.till.names()).toContain("Utan händelse")
      })

      it("a price list that begins by its date", async () => {
        await here.open()
        await findChanges(getContainer())
        const [list] = await getContainer()
          .resolve(Modules.PRICING)
          .createPriceLists([
            {
              ...{ title: "Kväll", description: "", type: "override", status: "active" },
              starts_at: new Date(Date.now() + 86_400_000).toISOString(),
              prices: [],
            },
          ])
        const { rows } = await dbConnection.raw(
          "SELECT price_set_id FROM product_variant_price_set WHERE variant_id = ?",
          [variantId()]
        )
        await getContainer()
          .resolve(Modules.PRICING)
          .addPriceListPrices([
            {
              price_list_id: list?.id ?? "",
              prices: [{ price_set_id: rows[0].price_set_id, amount: 100, currency_code: "sek" }],
            },
          ])
        await here.till.settled()
        await moduleSql(
          "UPDATE price_list SET starts_at = now() - interval '1 second', updated_at = now() - interval '1 day' WHERE id = ?",
          [list?.id ?? ""]
        )
        await findChanges(getContainer())
        expect(await priceAtTill()).toBe(12_500)
      })

      it("a hundred edits of one product in a second, as one call", async () => {
        await here.open()
        const calls = await here.till.calls("PUT", async () => {
          const bus = getContainer().resolve(Modules.EVENT_BUS)
          for (let edit = 1; edit <= 100; edit++) {
            await moduleSql("UPDATE product SET title = ? WHERE id = ?", [`Tröja ${edit}`, here.shop.sweaterId])
          }
          await bus.emit(
            Array.from({ length: 100 }, () => ({ name: "product.updated", data: { id: here.shop.sweaterId } }))
          )
          await eventually(async () => expect(await here.till.names()).toContain("Tröja 100"))
          await here.till.settled()
        })
        // On a busy machine the hundred may arrive with a pause between them.
        expect(calls).toBeLessThanOrEqual(2)
      })
    })

    it("makes no call when nothing changed", async () => {
      await here.open()
      const calls = async (method: string) => here.till.calls(method, async () => void (await here.till.sync()))
      expect([await calls("PUT"), await calls("POST"), await calls("DELETE")]).toEqual([0, 0, 0])
    })

    describe("shares a product with the counter:", () => {
      it("merges what the counter changed by who owns it", async () => {
        await here.open()
        const { uuid } = await here.till.product("Tröja")
        await here.till.edit(uuid, { name: "Kassans namn", presentation: { backgroundColor: "#ff0000" } })
        await updateSweater({ description: "Ny text" })
        await eventually(async () => {
          expect(await here.till.product("Tröja")).toMatchObject({
            description: "Ny text",
            presentation: { backgroundColor: "#ff0000" },
          })
        })
      })

      it("leaves what the counter owns alone, after it was sent once", async () => {
        await here.open()
        await here.till.settings({ field_owners: { name: "counter", price: "counter" } })
        const { uuid, variants } = await here.till.product("Tröja")
        const price = { amount: 1, currencyId: "SEK" }
        await here.till.edit(uuid, {
          name: "Kassans namn",
          variants: variants?.map((variant) => ({ uuid: variant.uuid, price })),
        })
        await updateSweater({ title: "Butikens namn", description: "Ny text" })
        await eventually(async () =>
          expect(await here.till.product("Kassans namn")).toMatchObject({
            description: "Ny text",
            variants: [{ price }, {}],
          })
        )
      })

      it("keeps the counter's part when an import replaces the product", async () => {
        const titles = Array.from({ length: 12 }, (_, index) => `Kopp ${index}`)
        await createSimpleProducts(getContainer(), here.shop, titles)
        await here.open()
        const { uuid } = await here.till.product("Kopp 3")
        await here.till.edit(uuid, { presentation: { backgroundColor: "#00ff00" } })
        const { data } = await api.get(`/admin/products?title=Kopp%203`, here.admin)
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: data.products[0].id }, update: { description: "En" } },
        })
        await eventually(async () => expect((await here.till.product("Kopp 3")).description).toBe("En"))
        await here.till.sync({ reset: true })
        await moduleSql("UPDATE product SET description = 'Två' WHERE title LIKE ?", ["Kopp%"])
        const imports = await here.till.calls("POST", async () => void (await here.till.sync()), "imports")
        expect(imports).toBe(1)
        expect(await here.till.product("Kopp 3")).toMatchObject({
          description: "Två",
          presentation: { backgroundColor: "#00ff00" },
        })
      })

      it("looks before it concludes: 412 when the counter changed nothing, a merge when it did", async () => {
        await here.open()
        await updateSweater({ title: "Tröja 2" })
        await eventually(async () => expect(await here.till.names()).toContain("Tröja 2"))
        const pos = getContainer().resolve(POS_MODULE)
        const look = async () => {
          const [link] = await pos.listPosProductLinks({ product_id: here.shop.sweaterId })
          await pos.updatePosProductLinks({ id: link?.id ?? "", counter_changed: true })
          await here.till.sync()
          // A notification of what the counter changed may ask for one more look.
          await eventually(async () => {
            const [after] = await pos.listPosProductLinks({ product_id: here.shop.sweaterId })
            expect(after?.counter_changed).toBe(false)
          })
        }
        const before = await here.till.product("Tröja 2")
        await look()
        expect((await here.till.product("Tröja 2")).etag).toBe(before.etag)
        await here.till.edit(before.uuid, { name: "Fel", presentation: { textColor: "#123456" } })
        await look()
        expect(await here.till.product("Tröja 2")).toMatchObject({ presentation: { textColor: "#123456" } })
      })
    })

    describe("sells what the merchant chose:", () => {
      it("by sales channel, and takes from the counter what leaves it", async () => {
        const [other] = await getContainer()
          .resolve(Modules.SALES_CHANNEL)
          .createSalesChannels([{ name: "Annan" }])
        await here.open()
        await here.till.settings({ selection: { by: "sales_channel", ids: [other?.id ?? ""] } })
        expect(await here.till.names()).toEqual([])
        await linkProductsToSalesChannelWorkflow(getContainer()).run({
          input: { id: other?.id ?? "", add: [here.shop.sweaterId] },
        })
        await eventually(async () => expect(await here.till.names()).toEqual(["Tröja"]))
        await linkProductsToSalesChannelWorkflow(getContainer()).run({
          input: { id: other?.id ?? "", remove: [here.shop.sweaterId] },
        })
        await eventually(async () => expect(await here.till.names()).toEqual([]))
      })

      it("by category, or leaves it there by choice", async () => {
        await here.open()
        const [category] = await getContainer().resolve(Modules.PRODUCT).listProductCategories({ name: "Kläder" })
        await here.till.settings({ selection: { by: "category", ids: [category?.id ?? ""] }, leave_policy: "keep" })
        expect(await here.till.names()).toEqual(["Tröja", "Äpplen"])
        expect((await here.till.links("&state=kept")).length).toBe(1)
        await batchLinkProductsToCategoryWorkflow(getContainer()).run({
          input: { id: category?.id ?? "", remove: [here.shop.sweaterId] },
        })
        await findChanges(getContainer())
        expect((await here.till.link(here.shop.sweaterId))?.state).toBe("kept")
      })

      it("one by one, whatever the selection says, but never a draft", async () => {
        await here.open()
        await here.till.settings({ selection: { by: "tag", ids: ["ptag_none"] } })
        const inclusion = { connection_id: here.till.connectionId, product_ids: [here.shop.sweaterId] }
        expect(await here.till.names()).toEqual([])
        await post("product-links/inclusion", { ...inclusion, inclusion: "include" })
        await eventually(async () => expect(await here.till.names()).toEqual(["Tröja"]))
        await updateSweater({ status: "draft" })
        await eventually(async () => expect(await here.till.names()).toEqual([]))
        await updateSweater({ status: "published" })
        await eventually(async () => expect(await here.till.names()).toEqual(["Tröja"]))
        await post("product-links/inclusion", { ...inclusion, inclusion: "exclude" })
        await eventually(async () => expect((await here.till.link(here.shop.sweaterId))?.state).toBe("excluded"))
        expect(await here.till.names()).toEqual([])
      })

      it("shows a new name, price, category and barcode at the till only", async () => {
        await here.open()
        const [first = "", second = ""] = here.shop.sweaterVariantIds
        const overrides = {
          ...{ name: "Tröja i kassan", category: "Rea", price: "450" },
          variants: { [first]: { price: "199.50", barcode: "2000000000015" } },
        }
        const body = { connection_id: here.till.connectionId, product_id: here.shop.sweaterId }
        await post("product-links/overrides", { ...body, overrides })
        await eventually(async () => expect(await here.till.names()).toContain("Tröja i kassan"))
        const shown = await here.till.product("Tröja i kassan")
        expect(shown.category?.name).toBe("Rea")
        const bySku = new Map(shown.variants?.map((variant) => [variant.sku, variant]))
        const [firstVariant] = await getContainer().resolve(Modules.PRODUCT).listProductVariants({ id: first })
        const [secondVariant] = await getContainer().resolve(Modules.PRODUCT).listProductVariants({ id: second })
        expect(bySku.get(firstVariant?.sku)).toMatchObject({ price: { amount: 19_950 }, barcode: "2000000000015" })
        expect(bySku.get(secondVariant?.sku)).toMatchObject({ price: { amount: 45_000 } })
        await post("product-links/overrides", { ...body, overrides: null })
        await eventually(async () => expect(await here.till.names()).toContain("Tröja"))
      })

      it("gives codes to what has none, once", async () => {
        await here.open()
        const ids = [
          here.shop.sweaterId,
          (await here.till.links()).find((link) => link.state === "rejected")?.product_id,
        ]
        const { data: answer } = await api.get("/admin/products?title=%C3%84pplen", here.admin)
        const apples = answer.products[0].id
        const { data } = await post("barcodes", { product_ids: [...ids, apples] })
        expect(data.variants.map(({ variant_id }: { variant_id: string }) => variant_id)).toContain(
          here.shop.applesVariantId
        )
        expect(data.variants).toHaveLength(2)
        await eventually(async () =>
          expect((await here.till.product("Äpplen")).variants?.[0]?.barcode).toMatch(/^2\d{12}$/)
        )
        expect((await post("barcodes", { product_ids: [apples] })).data.variants).toEqual([])
      })
    })

    describe("with a product that the service cannot take:", () => {
      const many = async (count: number) => {
        const values = Array.from({ length: count }, (_, index) => `Nr ${index + 1}`)
        const { result } = await createProductsWorkflow(getContainer()).run({
          input: {
            products: [
              {
                ...{ title: "Många", status: "published" as const, shipping_profile_id: here.shop.shippingProfileId },
                options: [{ title: "Nummer", values }],
                variants: values.map((value, variant_rank) => ({
                  ...{ title: value, variant_rank, options: { Nummer: value } },
                  prices: [{ amount: 10, currency_code: "sek" }],
                })),
              },
            ],
          },
        })
        return result[0]?.id ?? ""
      }

      it("keeps its last good version there, or takes it away, by choice", async () => {
        await here.open()
        const title = "Å".repeat(257)
        await updateSweater({ title })
        await eventually(async () =>
          expect(await here.till.link(here.shop.sweaterId)).toMatchObject({
            ...{ state: "rejected", at_counter: true },
            rejection: expect.stringContaining("257 characters"),
          })
        )
        expect(await here.till.names()).toEqual(["Tröja", "Äpplen"])
        await here.till.settings({ invalid_policy: "remove" })
        expect(await here.till.names()).toEqual(["Äpplen"])
        expect(await here.till.link(here.shop.sweaterId)).toMatchObject({ state: "rejected", at_counter: false })
        await updateSweater({ title: "Tröja" })
        await eventually(async () => expect(await here.till.names()).toEqual(["Tröja", "Äpplen"]))
      })

      it("splits more than 99 variants over several, and joins them again", async () => {
        await here.open()
        const productId = await many(150)
        await eventually(async () =>
          expect(await here.till.link(productId)).toMatchObject({ rejection: expect.stringContaining("150 variants") })
        )
        await here.till.settings({ variant_overflow: "split" })
        const parts = (await here.till.products()).filter(({ name }) => name?.startsWith("Många"))
        expect(parts.map(({ name }) => name).sort()).toEqual(["Många (1/2)", "Många (2/2)"])
        expect(parts.map(({ variants }) => variants?.length).sort()).toEqual([51, 99])
        const names = parts.flatMap(({ variants }) => variants?.map(({ name }) => name) ?? [])
        expect(new Set(names).size).toBe(150)

        const further = await here.till.product("Många (2/2)")
        const whole = async () =>
          eventually(async () => {
            const restored = await here.till.product("Många (2/2)")
            expect(restored.variants?.map(({ name }) => name)).toEqual(further.variants?.map(({ name }) => name))
            expect((await here.till.names()).filter((name) => name.startsWith("Många"))).toHaveLength(2)
          })
        await here.till.edit(further.uuid, { name: "Kassans namn" })
        await whole()
        await here.till.quiet()
        await here.till.discard(further.uuid)
        await whole()
        await here.till.settings({ variant_overflow: "refuse", invalid_policy: "remove" })
        expect((await here.till.names()).filter((name) => name.startsWith("Många"))).toEqual([])
      })
    })

    it("takes only a region and a price list that the till can show the prices of", async () => {
      await here.open()
      const choose = async (price: object) =>
        api.post(
          `/admin/pos/connections/${here.till.connectionId}/push-settings`,
          { price },
          { ...here.admin, validateStatus: () => true }
        )
      const abroad = await choose({ region_id: here.shop.euroRegionId })
      expect([abroad.status, abroad.data.message]).toEqual([
        400,
        expect.stringContaining("sells in EUR, the counter in SEK"),
      ])
      const unknown = await choose({ region_id: "reg_unknown" })
      expect([unknown.status, unknown.data.message]).toEqual([400, expect.stringContaining("no region reg_unknown")])
      const unlisted = await choose({ price_list_id: "plist_unknown" })
      expect([unlisted.status, unlisted.data.message]).toEqual([
        400,
        expect.stringContaining("no price list plist_unknown"),
      ])
      const { data } = await api.get(`/admin/pos/connections/${here.till.connectionId}/push-settings`, here.admin)
      expect(data.push_settings.price).toEqual({ region_id: null, price_list_id: null, sale_prices: true })
      const own = await choose({ region_id: here.shop.regionId, sale_prices: false })
      expect([own.status, own.data.push_settings.price]).toEqual([
        200,
        { region_id: here.shop.regionId, price_list_id: null, sale_prices: false },
      ])
      await here.till.finished(own.data.run_id)
    })

    it("tells the shop's subscribers what was pushed and what was not", async () => {
      const heard: { name: string; data: unknown }[] = []
      const bus = getContainer().resolve(Modules.EVENT_BUS)
      for (const name of ["pos.product.pushed", "pos.product.rejected"]) {
        bus.subscribe(name, async ({ data }) => void heard.push({ name, data }), { subscriberId: `test-${name}` })
      }
      await here.open()
      const pushed = {
        connection_id: here.till.connectionId,
        product_id: here.shop.sweaterId,
        product_uuid: expect.any(String),
      }
      await eventually(async () => {
        expect(heard).toContainEqual({ name: "pos.product.pushed", data: pushed })
        expect(heard.filter(({ name }) => name === "pos.product.rejected")).toEqual([
          { name: "pos.product.rejected", data: expect.objectContaining({ reason: expect.stringContaining("price") }) },
        ])
      })
    })

    it("shows what a sync would do, and does nothing", async () => {
      await here.open()
      await moduleSql("UPDATE product SET title = 'Tröja, ny' WHERE id = ?", [here.shop.sweaterId])
      await createSimpleProductsQuietly(["Ny kopp"])
      const { data } = await api.get(`/admin/pos/connections/${here.till.connectionId}/dry-run?limit=2`, here.admin)
      const { data: rest } = await api.get(
        `/admin/pos/connections/${here.till.connectionId}/dry-run?after=${data.next}`,
        here.admin
      )
      const entries = z
        .array(z.looseObject({ title: z.string().nullable(), action: z.string() }))
        .parse([...data.entries, ...rest.entries])
      expect(new Map(entries.map(({ title, action }) => [title, action]))).toEqual(
        new Map([
          ["Tröja, ny", "change"],
          ["Äpplen", "none"],
          ["Utan pris", "reject"],
          ["Ny kopp", "create"],
        ])
      )
      expect(entries.find(({ action }) => action === "change")).toMatchObject({
        changes: [{ field: "name", before: "Tröja", after: "Tröja, ny" }],
      })
      expect(await here.till.names()).toEqual(["Tröja", "Äpplen"])
    })

    /** Products that no event told of: while the push is held nothing is linked. */
    const createSimpleProductsQuietly = async (titles: string[]) => {
      const pos = getContainer().resolve(POS_MODULE)
      await pos.updatePosConnections({ id: here.till.connectionId, push_held: true })
      await createSimpleProducts(getContainer(), here.shop, titles)
    }
  },
})
