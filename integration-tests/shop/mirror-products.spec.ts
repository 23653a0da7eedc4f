import { setTimeout as sleep } from "node:timers/promises"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import { reviewProducts } from "../../src/features/catalog"
import { eventually } from "./support/eventually"
import { createProductDriver } from "./support/product-driver"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

/** Notifications that come one after the other. */
const TRICKLED = 40
const TRICKLES_EVERY_MS = 25
/** What is handled before a drain has ended a second, and after the last. */
const BATCHES_AT_ONCE = 8

storeSuite({
  moduleName: "mirror-products",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const { settings, teapot, outboundSettings, reported, settled, atPos, inStore, linkOf, candidates, uuidOf } =
      createProductDriver({ api, dbConnection }, here)
    beforeEach(async () => settled())

    describe("echoes:", () => {
      it("the store's own pushes come back and end", async () => {
        const before = await linkOf(here.shop.sweaterId)
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { description: "Ännu varmare" } },
        })
        await eventually(async () => expect(await reported("ProductUpdated")).not.toEqual([]))
        await settled()
        const after = await linkOf(here.shop.sweaterId)
        expect(after).toMatchObject({ pos_changed: false, revision: after?.pushed_revision, state: "synced" })
        expect((after?.revision ?? 0) - (before?.revision ?? 0)).toBeLessThanOrEqual(3)
        // The POS writes an ETag in its own way, of which the sandbox's control routes know nothing.
        expect(after?.etag?.toLowerCase()).toBe((await atPos("Tröja")).etag)
        expect((await reported("ProductCreated")).map(({ state }) => state)).toEqual(["done", "done"])
        expect(await candidates()).toEqual([])
      })

      it("what trickles in is handled by handfuls: the work for one is nearly that for a hundred", async () => {
        await settings({ on_pos_product_created: "ignore" })
        const started = performance.now()
        for (let number = 1; number <= TRICKLED; number += 1) {
          const unlinked = teapot({ uuid: uuidOf(100 + number), name: `Kanna ${number}` })
          await here.fixture.notify("ProductUpdated", { newEntity: unlinked }, { messageId: `trickled-${number}` })
          await sleep(TRICKLES_EVERY_MS)
        }
        const trickled = async () =>
          (await here.fixture.entries()).filter(({ natural_key }) => natural_key?.startsWith("trickled-"))
        await eventually(async () => {
          const states = (await trickled()).map(({ state }) => state)
          expect(states).toEqual(Array.from({ length: TRICKLED }, () => "done"))
        })
        const batches = new Set((await trickled()).map(({ handled_at }) => String(handled_at)))
        // A drain a second, however long the notifications took, and whatever was handled when they began.
        expect(batches.size).toBeLessThanOrEqual(BATCHES_AT_ONCE + (performance.now() - started) / 1_000)
      })

      it("is classified when a push that is under way has ended, and not put off for longer", async () => {
        const product = await atPos("Tröja")
        const link = await linkOf(here.shop.sweaterId)
        const until = new Date(Date.now() + 600_000)
        await here.fixture.pos.updatePosProductLinks({
          id: link?.id ?? "",
          claimed_until: until,
          claim_token: "somebody",
        })
        await here.fixture.notify("ProductUpdated", { newEntity: { ...product, name: "Fel" } }, { messageId: "early" })
        await here.fixture.notify("ProductUpdated", { newEntity: await atPos("Äpplen") }, { messageId: "other" })
        const entry = async (key: string) =>
          (await here.fixture.entries()).find(({ natural_key }) => natural_key === key)
        await eventually(async () => expect(await entry("other")).toMatchObject({ state: "done" }))
        expect(await entry("early")).toMatchObject({ state: "pending", attempts: 0 })
        await here.fixture.pos.updatePosProductLinks({ id: link?.id ?? "", claimed_until: null, claim_token: null })
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { description: "Väntar" } },
        })
        await eventually(async () => expect(await entry("early")).toMatchObject({ state: "done", attempts: 1 }))
        // The store's event may mark the product after everything else has settled.
        await eventually(async () => expect((await atPos("Tröja")).description).toBe("Väntar"))
      })
    })

    describe("a product of the store that is changed at the POS:", () => {
      it("gets back what the store owns, and keeps what is the POS's", async () => {
        const { uuid, variants } = await atPos("Tröja")
        await here.fixture.posDriver.editProduct(uuid, {
          name: "Kassans namn å",
          presentation: { backgroundColor: "#ff0000" },
          variants: variants?.map((item) => ({ uuid: item.uuid, price: { amount: 1, currencyId: "SEK" } })),
        })
        await eventually(async () => {
          const restored = await atPos("Tröja")
          expect(restored.presentation).toMatchObject({ backgroundColor: "#ff0000" })
          expect(restored.variants?.map(({ price }) => price?.amount)).toEqual(
            variants?.map(({ price }) => price?.amount)
          )
        })
        await settled()
        expect((await inStore(here.shop.sweaterId)).title).toBe("Tröja")
        const link = await linkOf(here.shop.sweaterId)
        expect(link).toMatchObject({
          pos_changed: false,
          pos_content: { presentation: { backgroundColor: "#ff0000" } },
        })
      })

      it("does nothing about a version older than the known one, nor about one reported twice", async () => {
        const old = await atPos("Tröja")
        await here.fixture.posDriver.editProduct(old.uuid, { presentation: { backgroundColor: "#00ff00" } })
        await eventually(async () => expect((await linkOf(here.shop.sweaterId))?.pos_content).toBeTruthy())
        await settled()
        const before = await linkOf(here.shop.sweaterId)
        const late = { ...old, name: "Gammalt namn", updated: "2020-01-01T00:00:00.000Z", etag: '"old"' }
        await here.fixture.notify("ProductUpdated", { newEntity: late, oldEntity: null }, { messageId: "late" })
        const now = await atPos("Tröja")
        for (const messageId of ["again", "again", "once more"]) {
          await here.fixture.notify("ProductUpdated", { newEntity: now }, { messageId })
        }
        await eventually(async () => {
          const entries = new Map((await here.fixture.entries()).map((entry) => [entry.natural_key, entry]))
          expect(entries.get("late")).toMatchObject({ state: "ignored", reason: expect.stringContaining("older") })
          expect(entries.get("again")?.state).toBe("done")
          expect(entries.get("once more")?.state).toBe("done")
        })
        expect(await linkOf(here.shop.sweaterId)).toMatchObject({ revision: before?.revision, pos_changed: false })
        expect((await linkOf(here.shop.sweaterId))?.pos_content).toMatchObject({
          presentation: { backgroundColor: "#00ff00" },
        })
      })

      it("gives the store what the POS owns, and nothing else", async () => {
        await outboundSettings({
          field_owners: {
            name: "pos",
            price: "pos",
            barcode: "pos",
            costPrice: "pos",
            category: "pos",
            unitName: "pos",
          },
        })
        await settled()
        const { uuid, variants } = await atPos("Tröja")
        const medium = variants?.find(({ sku }) => sku === "TROJA-M")
        await here.fixture.posDriver.editProduct(uuid, {
          name: "Ulltröja 東京",
          description: "Inte butikens ord",
          unitName: "styck",
          category: { uuid: uuidOf(5), name: "Ylle" },
          variants: variants?.map((item) => ({
            uuid: item.uuid,
            ...(item.sku === "TROJA-M"
              ? {
                  price: { amount: 39_900, currencyId: "SEK" },
                  costPrice: { amount: 12_050, currencyId: "SEK" },
                  barcode: "7300000009999",
                }
              : {}),
          })),
        })
        await eventually(async () => {
          const product = await inStore(here.shop.sweaterId)
          expect(product).toMatchObject({ title: "Ulltröja 東京", metadata: { pos_unit_name: "styck" } })
          expect(product.categories.map(({ name }) => name)).toEqual(["Ylle"])
          expect(product.description).not.toContain("Inte butikens")
          const variant = product.variants.find(({ sku }) => sku === "TROJA-M")
          expect(variant).toMatchObject({ barcode: "7300000009999", metadata: { pos_cost_price: "120.5" } })
          // The store's prices are without tax, the POS's with 25 %.
          expect(variant?.prices).toMatchObject([{ amount: 319.2, currency_code: "sek" }])
          expect(product.variants.find(({ sku }) => sku === "TROJA-L")?.prices).toMatchObject([{ amount: 499 }])
        })
        await settled()
        const after = await atPos("Ulltröja 東京")
        expect(after).toMatchObject({ unitName: "styck", category: { name: "Ylle" } })
        expect(after.description).not.toContain("Inte butikens")
        expect(after.variants?.find((item) => item.uuid === medium?.uuid)).toMatchObject({ price: { amount: 39_900 } })
        const { revision } = (await linkOf(here.shop.sweaterId)) ?? {}
        await here.fixture.notify("ProductUpdated", { newEntity: after }, { messageId: "echo of the echo" })
        await settled()
        expect((await linkOf(here.shop.sweaterId))?.revision).toBe(revision)
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { title: "Tröja" } },
        })
      })

      it("[D119] also what the POS has changed when a push precedes the notification of it", async () => {
        await outboundSettings({ field_owners: { price: "pos" } })
        await settled()
        await here.fixture.waitUntilProcessed()
        await here.fixture.stopWebhooks()
        const { uuid, variants } = await atPos("Tröja")
        await here.fixture.posDriver.editProduct(uuid, {
          variants: variants?.map((variant) =>
            variant.sku === "TROJA-M"
              ? { uuid: variant.uuid, price: { amount: 39_900, currencyId: "SEK" } }
              : { uuid: variant.uuid }
          ),
        })
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: here.shop.sweaterId }, update: { description: "Varmast" } },
        })
        await eventually(async () => expect((await atPos("Tröja")).description).toBe("Varmast"))
        await settled()
        const after = await atPos("Tröja")
        expect(after.variants?.find(({ sku }) => sku === "TROJA-M")).toMatchObject({ price: { amount: 39_900 } })
        // The late notification, or what a review of the library finds.
        expect(await reviewProducts(getContainer(), here.fixture.connectionId)).toBe("complete")
        const { variants: inStoreNow } = await inStore(here.shop.sweaterId)
        // The store's prices are without tax, the POS's with 25 %.
        expect(inStoreNow.find(({ sku }) => sku === "TROJA-M")?.prices).toMatchObject([{ amount: 319.2 }])
        const { revision } = (await linkOf(here.shop.sweaterId)) ?? {}
        await here.fixture.notify("ProductUpdated", { newEntity: after, oldEntity: null }, { messageId: "late" })
        await settled()
        expect((await linkOf(here.shop.sweaterId))?.revision).toBe(revision)
      })

      const skusOf = async (productId: string) =>
        new Map((await inStore(productId)).variants.map(({ title, sku }) => [title, sku]))

      const dead = async () => (await reported("ProductUpdated")).filter(({ state }) => state === "dead")

      it("[D155] also two SKUs that the POS swaps between products, each in an event of its own", async () => {
        await outboundSettings({ field_owners: { sku: "pos" } })
        await settled()
        const [sweater, apples] = [await atPos("Tröja"), await atPos("Äpplen")]
        const [medium, large] = sweater.variants ?? []
        const [apple] = apples.variants ?? []
        const setSku = async (uuid: string, variants: { uuid: string; sku?: string | null }[]) =>
          here.fixture.posDriver.editProduct(uuid, { variants })
        const setSweater = async (sku: string) =>
          setSku(sweater.uuid, [{ uuid: medium?.uuid ?? "", sku }, { uuid: large?.uuid ?? "" }])
        const setApple = async (sku: string) => setSku(apples.uuid, [{ uuid: apple?.uuid ?? "", sku }])
        const inStoreNow = async () => {
          const { rows } = await dbConnection.raw("SELECT sku FROM product_variant WHERE id = ?", [
            here.shop.applesVariantId,
          ])
          return [(await skusOf(here.shop.sweaterId)).get("M"), rows[0].sku]
        }
        await setApple("APPLE")
        await eventually(async () => expect(await inStoreNow()).toEqual(["TROJA-M", "APPLE"]))
        await setSweater("APPLE")
        await eventually(async () =>
          expect(await reported("ProductUpdated")).toContainEqual(
            expect.objectContaining({ reason: expect.stringContaining("already exists") })
          )
        )
        await setApple("TROJA-M")
        await eventually(async () => expect(await inStoreNow()).toEqual(["APPLE", "TROJA-M"]))
        await settled()
        expect(await dead()).toEqual([])
      })

      it("[D155] also two SKUs that the POS swaps within a product", async () => {
        await outboundSettings({ field_owners: { sku: "pos" } })
        await settled()
        const { uuid, variants = [] } = await atPos("Tröja")
        const before = await skusOf(here.shop.sweaterId)
        const [medium, large] = variants ?? []
        await here.fixture.posDriver.editProduct(uuid, {
          variants: [
            { uuid: medium?.uuid, sku: large?.sku },
            { uuid: large?.uuid, sku: medium?.sku },
          ],
        })
        await eventually(async () => {
          const after = await skusOf(here.shop.sweaterId)
          expect([after.get("M"), after.get("L")]).toEqual([before.get("L"), before.get("M")])
        })
        await settled()
        expect(await dead()).toEqual([])
      })
    })
  },
})
