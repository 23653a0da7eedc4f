import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import { drainOutbox } from "../../src/workflows/push/drain-outbox"
import { eventually } from "./support/eventually"
import { shopSuite } from "./support/shop-suite"
import { useMirrorStage } from "./support/use-mirror-stage"

type Answer = Record<string, unknown> & { id: string; product_id: string | null; name: string }

shopSuite({
  moduleName: "mirror-products",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useMirrorStage({ api, getContainer })
    beforeEach(async () => settled())

    const post = async (path: string, body: object) =>
      (await api.post(`/admin/pos/${path}`, body, { ...here.stage.admin, validateStatus: () => true })).data

    const settings = async (body: object) => post(`connections/${here.stage.connectionId}/mirror-settings`, body)

    const pushSettings = async (body: object) => post(`connections/${here.stage.connectionId}/push-settings`, body)

    const told = async (name: string) => (await here.stage.entries()).filter(({ event_name }) => event_name === name)

    /** Nothing waits any more on either side. */
    const settled = async () =>
      eventually(async () => {
        const entries = await here.stage.entries()
        const { connection } = await here.stage.get<{ connection: { product_links: Record<string, number> } }>(
          `/admin/pos/connections/${here.stage.connectionId}`
        )
        expect({
          entries: entries.filter(({ state }) => state === "pending").length,
          links: connection.product_links.pending,
        }).toEqual({ entries: 0, links: 0 })
      })

    const atCounter = async (name: string) => {
      const found = (await here.stage.counter.products()).find((product) => product.name === name)
      if (!found) {
        throw new Error(`The counter has no ${name}`)
      }
      return found
    }

    const inShop = async (id: string) => {
      const fields =
        "*variants,*variants.prices,*variants.options,*categories,*images,+metadata,*sales_channels,*options,*options.values"
      return (await here.stage.get<{ product: ShopView }>(`/admin/products/${id}?fields=${fields}`)).product
    }

    const linkOf = async (productId: string) => {
      const [link] = await here.stage.pos.listPosProductLinks({
        connection_id: here.stage.connectionId,
        product_id: productId,
      })
      return link
    }

    const candidates = async (query = "") =>
      (
        await here.stage.get<{ product_candidates: Answer[] }>(
          `/admin/pos/product-candidates?connection_id=${here.stage.connectionId}${query}`
        )
      ).product_candidates

    const candidate = async (name: string, state = "open") =>
      eventually(async () => {
        const found = (await candidates(`&state=${state}`)).find((one) => one.name === name)
        if (!found) {
          throw new Error(`There is no ${state} candidate ${name}`)
        }
        return found
      })

    const teapot = (change: object = {}) => ({
      uuid: uuidOf(1),
      name: "Tekanna 東京",
      description: "Gjuten för hand",
      unitName: "st",
      vatPercentage: "12",
      category: { uuid: uuidOf(9), name: "Kök & Hem" },
      presentation: { imageUrl: "https://images.example.com/tekanna.png" },
      variants: [
        { uuid: uuidOf(2), name: "Röd", sku: "TE-R", price: { amount: 44_900, currencyId: "SEK" } },
        { uuid: uuidOf(3), name: "Blå", barcode: "7300000000123", price: { amount: 49_900, currencyId: "SEK" } },
      ],
      ...change,
    })

    let series = 0
    beforeEach(() => {
      series++
    })
    const uuidOf = (number: number) =>
      `${String(series).padStart(4, "0")}${String(number).padStart(4, "0")}-89ab-11ee-8000-0123456789ab`

    const adopt = async (id: string, product_id?: string) =>
      post("product-candidates/adopt", {
        connection_id: here.stage.connectionId,
        candidates: [{ id, ...(product_id ? { product_id } : {}) }],
      })

    const stocked = async (productId: string) => {
      const { rows } = await dbConnection.raw(
        `SELECT variant.title, sum(level.stocked_quantity)::float AS stocked FROM product_variant AS variant
         JOIN product_variant_inventory_item AS item ON item.variant_id = variant.id
         LEFT JOIN inventory_level AS level ON level.inventory_item_id = item.inventory_item_id AND level.location_id = ?
         WHERE variant.product_id = ? GROUP BY variant.title, variant.variant_rank ORDER BY variant.variant_rank`,
        [here.shop.stockLocationId, productId]
      )
      return Object.fromEntries(rows.map((row: { title: string; stocked: number }) => [row.title, row.stocked]))
    }

    describe("echoes:", () => {
      it("the shop's own pushes come back and end", async () => {
        const before = await linkOf(here.shop.sweaterId)
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { description: "Ännu varmare" } },
        })
        await eventually(async () => expect(await told("ProductUpdated")).not.toEqual([]))
        await settled()
        const after = await linkOf(here.shop.sweaterId)
        expect(after).toMatchObject({ counter_changed: false, revision: after?.pushed_revision, state: "synced" })
        expect((after?.revision ?? 0) - (before?.revision ?? 0)).toBeLessThanOrEqual(3)
        // The service writes an ETag in its own way, of which the sandbox's control routes know nothing.
        expect(after?.etag?.toLowerCase()).toBe((await atCounter("Tröja")).etag)
        expect((await told("ProductCreated")).map(({ state }) => state)).toEqual(["done", "done"])
        expect(await candidates()).toEqual([])
      })

      it("is judged when a push that is under way has ended, and not put off for longer", async () => {
        const product = await atCounter("Tröja")
        const link = await linkOf(here.shop.sweaterId)
        const until = new Date(Date.now() + 600_000)
        await here.stage.pos.updatePosProductLinks({
          id: link?.id ?? "",
          claimed_until: until,
          claim_token: "somebody",
        })
        await here.stage.notify("ProductUpdated", { newEntity: { ...product, name: "Fel" } }, { messageId: "early" })
        await here.stage.notify("ProductUpdated", { newEntity: await atCounter("Äpplen") }, { messageId: "other" })
        const entry = async (key: string) => (await here.stage.entries()).find(({ natural_key }) => natural_key === key)
        await eventually(async () => expect(await entry("other")).toMatchObject({ state: "done" }))
        expect(await entry("early")).toMatchObject({ state: "pending", attempts: 0 })
        await here.stage.pos.updatePosProductLinks({ id: link?.id ?? "", claimed_until: null, claim_token: null })
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { description: "Väntar" } },
        })
        await eventually(async () => expect(await entry("early")).toMatchObject({ state: "done", attempts: 1 }))
        await settled()
        expect((await atCounter("Tröja")).description).toBe("Väntar")
      })
    })

    describe("a product of the shop that is changed at the counter:", () => {
      it("gets back what the shop owns, and keeps what is the counter's", async () => {
        const { uuid, variants } = await atCounter("Tröja")
        await here.stage.counter.editProduct(uuid, {
          name: "Kassans namn å",
          presentation: { backgroundColor: "#ff0000" },
          variants: variants?.map((one) => ({ uuid: one.uuid, price: { amount: 1, currencyId: "SEK" } })),
        })
        await eventually(async () => {
          const restored = await atCounter("Tröja")
          expect(restored.presentation).toMatchObject({ backgroundColor: "#ff0000" })
          expect(restored.variants?.map(({ price }) => price?.amount)).toEqual(
            variants?.map(({ price }) => price?.amount)
          )
        })
        await settled()
        expect((await inShop(here.shop.sweaterId)).title).toBe("Tröja")
        const link = await linkOf(here.shop.sweaterId)
        expect(link).toMatchObject({
          counter_changed: false,
          counter_content: { presentation: { backgroundColor: "#ff0000" } },
        })
      })

      it("does nothing about a version older than the known one, nor about one told twice", async () => {
        const old = await atCounter("Tröja")
        await here.stage.counter.editProduct(old.uuid, { presentation: { backgroundColor: "#00ff00" } })
        await eventually(async () => expect((await linkOf(here.shop.sweaterId))?.counter_content).toBeTruthy())
        await settled()
        const before = await linkOf(here.shop.sweaterId)
        const late = { ...old, name: "Gammalt namn", updated: "2020-01-01T00:00:00.000Z", etag: '"old"' }
        await here.stage.notify("ProductUpdated", { newEntity: late, oldEntity: null }, { messageId: "late" })
        const now = await atCounter("Tröja")
        for (const messageId of ["again", "again", "once more"]) {
          await here.stage.notify("ProductUpdated", { newEntity: now }, { messageId })
        }
        await eventually(async () => {
          const entries = new Map((await here.stage.entries()).map((entry) => [entry.natural_key, entry]))
          expect(entries.get("late")).toMatchObject({ state: "ignored", reason: expect.stringContaining("older") })
          expect(entries.get("again")?.state).toBe("done")
          expect(entries.get("once more")?.state).toBe("done")
        })
        expect(await linkOf(here.shop.sweaterId)).toMatchObject({ revision: before?.revision, counter_changed: false })
        expect((await linkOf(here.shop.sweaterId))?.counter_content).toMatchObject({
          presentation: { backgroundColor: "#00ff00" },
        })
      })

      it("gives the shop what the service owns, and nothing else", async () => {
        await pushSettings({
          field_owners: {
            name: "counter",
            price: "counter",
            barcode: "counter",
            costPrice: "counter",
            category: "counter",
            unitName: "counter",
          },
        })
        await settled()
        const { uuid, variants } = await atCounter("Tröja")
        const medium = variants?.find(({ sku }) => sku === "TROJA-M")
        await here.stage.counter.editProduct(uuid, {
          name: "Ulltröja 東京",
          description: "Inte butikens ord",
          unitName: "styck",
          category: { uuid: uuidOf(5), name: "Ylle" },
          variants: variants?.map((one) => ({
            uuid: one.uuid,
            ...(one.sku === "TROJA-M"
              ? {
                  price: { amount: 39_900, currencyId: "SEK" },
                  costPrice: { amount: 12_050, currencyId: "SEK" },
                  barcode: "7300000009999",
                }
              : {}),
          })),
        })
        await eventually(async () => {
          const product = await inShop(here.shop.sweaterId)
          expect(product).toMatchObject({ title: "Ulltröja 東京", metadata: { pos_unit_name: "styck" } })
          expect(product.categories.map(({ name }) => name)).toEqual(["Ylle"])
          expect(product.description).not.toContain("Inte butikens")
          const variant = product.variants.find(({ sku }) => sku === "TROJA-M")
          expect(variant).toMatchObject({ barcode: "7300000009999", metadata: { pos_cost_price: "120.5" } })
          // The shop's prices are without tax, the counter's with 25 %.
          expect(variant?.prices).toMatchObject([{ amount: 319.2, currency_code: "sek" }])
          expect(product.variants.find(({ sku }) => sku === "TROJA-L")?.prices).toMatchObject([{ amount: 499 }])
        })
        await settled()
        const after = await atCounter("Ulltröja 東京")
        expect(after).toMatchObject({ unitName: "styck", category: { name: "Ylle" } })
        expect(after.description).not.toContain("Inte butikens")
        expect(after.variants?.find((one) => one.uuid === medium?.uuid)).toMatchObject({ price: { amount: 39_900 } })
        const { revision } = (await linkOf(here.shop.sweaterId)) ?? {}
        await here.stage.notify("ProductUpdated", { newEntity: after }, { messageId: "echo of the echo" })
        await settled()
        expect((await linkOf(here.shop.sweaterId))?.revision).toBe(revision)
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { title: "Tröja" } },
        })
      })
    })

    describe("a product that is made at the counter:", () => {
      it("waits in the list, is ignored, and waits again", async () => {
        await here.stage.counter.makeProduct(teapot())
        const found = await candidate("Tekanna 東京")
        expect(found).toMatchObject({
          category: "Kök & Hem",
          vat_percentage: "12",
          variants: [
            { name: "Röd", sku: "TE-R", price: 44_900, currency_code: "sek" },
            { name: "Blå", barcode: "7300000000123" },
          ],
          suggestion: null,
        })
        expect(await candidates("&q=kanna")).toHaveLength(1)
        expect(await candidates("&q=%25")).toHaveLength(0)
        const body = { connection_id: here.stage.connectionId, ids: [found.id] }
        expect(await post("product-candidates/ignore", body)).toEqual({ changed: 1 })
        expect(await post("product-candidates/ignore", body)).toEqual({ changed: 0 })
        await here.stage.counter.editProduct(uuidOf(1), { name: "Tekanna, stor" })
        await candidate("Tekanna, stor", "ignored")
        expect(await post("product-candidates/ignore", { ...body, ignored: false })).toEqual({ changed: 1 })
        await here.stage.counter.deleteProduct(uuidOf(1))
        await candidate("Tekanna, stor", "gone")
        expect(await adopt(found.id)).toEqual({ adopted: [], failed: [] })
        expect((await here.stage.get<{ count: number }>("/admin/products?q=Tekanna")).count).toBe(0)
      })

      it("becomes a draft with prices, options and stock, once, and stays at the counter until it is published", async () => {
        const made = await here.stage.counter.makeProduct(teapot())
        await here.stage.counter.changeStock({ productUuid: made.uuid, variantUuid: uuidOf(2), change: 7 })
        const found = await candidate("Tekanna 東京")
        const [first, second] = await Promise.all([adopt(found.id), adopt(found.id)])
        const adopted = [...first.adopted, ...second.adopted]
        expect({ adopted, failed: [...first.failed, ...second.failed] }).toEqual({
          adopted: [{ id: found.id, product_id: expect.stringMatching(/^prod_/) }],
          failed: [],
        })
        const productId: string = adopted[0].product_id
        expect(await inShop(productId)).toMatchObject({
          title: "Tekanna 東京",
          status: "draft",
          handle: expect.stringMatching(/^tekanna-/),
          description: "Gjuten för hand",
          thumbnail: "https://images.example.com/tekanna.png",
          metadata: { pos_unit_name: "st" },
          categories: [{ name: "Kök & Hem", is_active: false }],
          sales_channels: [{ id: here.shop.salesChannelId }],
        })
        const variants = (await inShop(productId)).variants.sort((one, other) => one.variant_rank - other.variant_rank)
        expect(variants).toMatchObject([
          { title: "Röd", sku: "TE-R", prices: [{ amount: 359.2, currency_code: "sek" }] },
          { title: "Blå", barcode: "7300000000123", prices: [{ amount: 399.2, currency_code: "sek" }] },
        ])
        expect(await stocked(productId)).toMatchObject({ Röd: 7 })
        await here.stage.counter.sell([{ variantUuid: uuidOf(2), quantity: 2 }])
        await eventually(async () => expect(await stocked(productId)).toMatchObject({ Röd: 5 }))
        // Somebody fills the draft in; it is still the counter's.
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: productId }, update: { description: "Gjuten för hand i 東京" } },
        })
        await settled()
        expect(await linkOf(productId)).toMatchObject({
          state: "kept",
          awaits_publishing: true,
          notes: [expect.stringContaining("12 %")],
        })
        expect(await atCounter("Tekanna 東京")).toMatchObject({ description: "Gjuten för hand", vatPercentage: "12" })
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: productId }, update: { status: "published", description: "Nu till salu" } },
        })
        await eventually(async () => expect((await linkOf(productId))?.state).toBe("synced"))
        await settled()
        const there = await atCounter("Tekanna 東京")
        expect(there).toMatchObject({ uuid: uuidOf(1), description: "Nu till salu", category: { name: "Kök & Hem" } })
        expect(there.variants?.map(({ uuid, price }) => [uuid, price?.amount])).toEqual([
          [uuidOf(2), 44_900],
          [uuidOf(3), 49_900],
        ])
        await drainOutbox(getContainer(), here.stage.connectionId)
        expect(there.balances[uuidOf(2)]).toBe("5")
        expect(await stocked(productId)).toMatchObject({ Röd: 5 })
      })

      it("becomes a draft by itself where the connection says so, each once, with or without names", async () => {
        await settings({ counter_creation: "draft" })
        await here.stage.counter.fault({ kind: "duplicate", eventName: "ProductCreated", copies: 2 })
        await here.stage.notify("ProductCreated", teapot({ name: null, variants: [{ uuid: uuidOf(2) }] }))
        await here.stage.counter.makeProduct(
          teapot({
            uuid: uuidOf(11),
            name: "Mugg",
            variantOptionDefinitions: {
              definitions: [{ name: "Färg", properties: [{ value: "Röd" }, { value: "Blå" }] }],
            },
            variants: ["Röd", "Blå"].map((value, index) => ({
              uuid: uuidOf(12 + index),
              options: [{ name: "Färg", value }],
              price: { amount: 9_900, currencyId: "SEK" },
            })),
          })
        )
        const nameless = await candidate(`POS ${uuidOf(1).slice(0, 8)}`, "adopted")
        const mug = await candidate("Mugg", "adopted")
        await settled()
        expect((await inShop(nameless.product_id ?? "")).variants).toMatchObject([{ prices: [] }])
        const { options, variants } = await inShop(mug.product_id ?? "")
        expect(options).toMatchObject([{ title: "Färg" }])
        expect(variants.map(({ title }) => title).sort()).toEqual(["Blå", "Röd"])
        expect((await here.stage.get<{ count: number }>("/admin/products?q=Mugg")).count).toBe(1)
        // The merchant throws the draft away: the counter keeps it, and it is not made again by itself.
        await api.delete(`/admin/products/${mug.product_id}`, here.stage.admin)
        await settled()
        await here.stage.counter.editProduct(uuidOf(11), { description: "Ny" })
        const again = await candidate("Mugg", "open")
        expect((await here.stage.get<{ count: number }>("/admin/products?q=Mugg")).count).toBe(0)
        expect(await atCounter("Mugg")).toMatchObject({ description: "Ny" })
        const [anew] = (await adopt(again.id)).adopted
        expect((await inShop(anew?.product_id)).variants).toHaveLength(2)
      })

      it("is linked to the product of the shop that it is", async () => {
        const [created] = await createUnsold("Kaffekopp", "KOPP-1")
        await here.stage.counter.makeProduct(
          teapot({
            name: "Kopp",
            variants: [{ uuid: uuidOf(2), sku: "KOPP-1", price: { amount: 5_000, currencyId: "SEK" } }],
          })
        )
        const found = await candidate("Kopp")
        expect(found.suggestion).toMatchObject({ product_id: created, matched_by: "sku", confidence: 95 })
        const taken = await adopt(found.id, here.shop.sweaterId)
        expect(taken).toMatchObject({ adopted: [], failed: [{ reason: expect.stringContaining("already") }] })
        expect(await adopt(found.id, "prod_none")).toMatchObject({
          failed: [{ reason: expect.stringContaining("not have") }],
        })
        expect(await adopt(found.id, created)).toMatchObject({ adopted: [{ product_id: created }] })
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: created ?? "" }, update: { status: "published" } },
        })
        await eventually(async () => expect(await atCounter("Kaffekopp")).toMatchObject({ uuid: uuidOf(1) }))
        expect((await atCounter("Kaffekopp")).variants?.map(({ uuid }) => uuid)).toEqual([uuidOf(2)])
      })

      it("is left alone by choice, and whatever order its notifications come in", async () => {
        const product = await here.stage.counter.makeProduct(teapot())
        await candidate("Tekanna 東京")
        await here.stage.notify("ProductDeleted", { ...product, uuid: uuidOf(20), name: "Borta" })
        await candidate("Borta", "gone")
        await here.stage.notify("ProductCreated", { ...product, uuid: uuidOf(20), name: "Borta" })
        await settled()
        expect((await candidates("&state=open")).map(({ name }) => name)).toEqual(["Tekanna 東京"])
        await settings({ counter_creation: "ignore" })
        await here.stage.counter.makeProduct(
          teapot({ uuid: uuidOf(30), name: "Kanna", variants: [{ uuid: uuidOf(31) }] })
        )
        await eventually(async () => expect(await told("ProductCreated")).toHaveLength(5))
        await settled()
        expect(await candidates("&q=Kanna&state=open")).toHaveLength(1)
      })
    })

    const createUnsold = async (title: string, sku: string): Promise<string[]> => {
      const { data } = await api.post(
        "/admin/products",
        {
          title,
          status: "draft",
          options: [{ title: "Typ", values: ["En"] }],
          variants: [{ title: "En", sku, options: { Typ: "En" }, prices: [{ amount: 40, currency_code: "sek" }] }],
        },
        here.stage.admin
      )
      return [data.product.id]
    }

    describe("a product of the shop that is deleted at the counter", () => {
      const balances = async () => Object.values((await atCounter("Tröja")).balances)

      it("comes back, with its stock once", async () => {
        const { uuid } = await atCounter("Tröja")
        await here.stage.counter.deleteProduct(uuid)
        await eventually(async () => expect((await atCounter("Tröja")).uuid).toBe(uuid))
        await eventually(async () => expect(await balances()).toEqual(["10", "10"]))
        await settled()
        expect(await stocked(here.shop.sweaterId)).toEqual({ M: 10, L: 10 })
        expect((await told("ProductDeleted")).map(({ state }) => state)).toEqual(["done"])
      })

      it("is no longer sold there by choice, until it is included again", async () => {
        await settings({ counter_deletion: "unlink" })
        await here.stage.counter.deleteProduct((await atCounter("Tröja")).uuid)
        await eventually(async () => expect((await linkOf(here.shop.sweaterId))?.state).toBe("excluded"))
        await settled()
        expect((await here.stage.counter.products()).map(({ name }) => name)).not.toContain("Tröja")
        expect((await inShop(here.shop.sweaterId)).status).toBe("published")
        await post("product-links/inclusion", {
          ...{ connection_id: here.stage.connectionId, product_ids: [here.shop.sweaterId], inclusion: "include" },
        })
        await eventually(async () => expect(await balances()).toEqual(["10", "10"]))
      })

      it("becomes a draft in the shop by choice, and comes back with it", async () => {
        await settings({ counter_deletion: "draft" })
        await here.stage.counter.deleteProduct((await atCounter("Tröja")).uuid)
        await eventually(async () => expect((await inShop(here.shop.sweaterId)).status).toBe("draft"))
        await settled()
        expect((await here.stage.counter.products()).map(({ name }) => name)).not.toContain("Tröja")
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { status: "published" } },
        })
        await eventually(async () => expect(await balances()).toEqual(["10", "10"]))
      })

      it("is known to have been taken from there by the shop itself", async () => {
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { status: "draft" } },
        })
        await eventually(async () => {
          expect(await told("ProductDeleted")).toMatchObject([
            { state: "ignored", reason: expect.stringContaining("itself") },
          ])
        })
        await settled()
        expect(await candidates()).toEqual([])
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { status: "published" } },
        })
      })
    })
  },
})

type ShopView = {
  id: string
  title: string
  status: string
  description: string | null
  categories: { name: string }[]
  options: { title: string }[]
  metadata: Record<string, unknown> | null
  variants: {
    title: string
    sku: string | null
    variant_rank: number
    prices: { amount: number; currency_code: string }[]
  }[]
}
