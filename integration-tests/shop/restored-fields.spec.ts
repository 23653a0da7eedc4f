import { eventually } from "./support/eventually"
import { createConnectionDriver } from "./support/connection-driver"
import { createProductDriver } from "./support/product-driver"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

type Shown = Record<string, unknown>

const sek = (amount: number) => ({ amount, currencyId: "SEK" })

storeSuite({
  moduleName: "restored-fields",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    const { outboundSettings, settled, atPos, linkOf } = createProductDriver({ api, dbConnection }, here)
    const { feed } = createConnectionDriver(here)
    beforeEach(async () => settled())

    const activities = async () =>
      (
        await here.fixture.get<{ activities: Shown[] }>(
          `/admin/pos/activities?connection_id=${here.fixture.connectionId}&kind=restore-field`
        )
      ).activities

    const onProductPage = async () =>
      (
        await here.fixture.get<{ product_links: { restored_fields: Shown[] }[] }>(
          `/admin/pos/product-links?product_id=${here.shop.sweaterId}`
        )
      ).product_links.flatMap(({ restored_fields }) => restored_fields)

    const edited = async () =>
      (
        await here.fixture.get<{ product_links: { edited_fields: Shown[] }[] }>(
          `/admin/pos/product-links?product_id=${here.shop.sweaterId}`
        )
      ).product_links.flatMap(({ edited_fields }) => edited_fields)

    const priceOf = async (sku: string) => (await here.fixture.variant(sku)).price?.amount

    /** Somebody at the POS changes a price; what the store has comes back. */
    const editPrice = async (amount: number) => {
      const { uuid, variants } = await atPos("Tröja")
      const before = await priceOf("TROJA-M")
      const revision = (await linkOf(here.shop.sweaterId))?.revision ?? 0
      await here.fixture.posDriver.editProduct(uuid, {
        variants: variants?.map((variant) =>
          variant.sku === "TROJA-M" ? { uuid: variant.uuid, price: sek(amount) } : { uuid: variant.uuid }
        ),
      })
      await eventually(async () => expect((await linkOf(here.shop.sweaterId))?.revision).toBeGreaterThan(revision))
      await settled()
      await here.fixture.waitUntilProcessed()
      expect(await priceOf("TROJA-M")).toBe(before)
    }

    it("[D58] a price that is restored leaves one entry, with both values and the time", async () => {
      const store = await priceOf("TROJA-M")
      const started = Date.now()
      await editPrice(100)
      const [entry, ...others] = await activities()
      expect(others).toEqual([])
      expect(entry).toMatchObject({
        kind: "restore-field",
        state: "done",
        actor_type: "system",
        asked: { product_id: here.shop.sweaterId, field: "variants.M.price", times: 1 },
        before: { value: "1.00 SEK" },
        after: { value: `${((store ?? 0) / 100).toFixed(2)} SEK` },
      })
      expect(Date.parse(String(entry?.begun_at))).toBeGreaterThanOrEqual(started)
      const [shown, ...rest] = await onProductPage()
      expect(rest).toEqual([])
      expect(shown).toMatchObject({ field: "variants.M.price", before: sek(100), after: sek(store ?? 0), times: 1 })
      expect(Date.parse(String(shown?.restored_at))).toBeGreaterThanOrEqual(started)
      expect(await feed("restored")).toHaveLength(1)
      // The echo of the restoring push, and the store's own edits, are no edits at the POS.
      await here.fixture.notify("ProductUpdated", { newEntity: await atPos("Tröja") }, { messageId: "echo" })
      await here.fixture.waitUntilProcessed()
      await settled()
      expect(await activities()).toHaveLength(1)
    })

    it("[D58] edits that fight are counted, and notified once", async () => {
      await editPrice(100)
      await editPrice(200)
      await editPrice(300)
      expect(await activities()).toMatchObject([{ asked: { times: 3 }, before: { value: "3.00 SEK" } }])
      expect(await onProductPage()).toMatchObject([{ times: 3, before: sek(300) }])
      expect(await feed("restored")).toHaveLength(1)
    })

    it("an edit is shown with both values before it is restored", async () => {
      const store = await priceOf("TROJA-M")
      const { uuid, variants } = await atPos("Tröja")
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, push_held: true })
      const edit = async (amount: number) => {
        await here.fixture.posDriver.editProduct(uuid, {
          variants: variants?.map((variant) =>
            variant.sku === "TROJA-M" ? { uuid: variant.uuid, price: sek(amount) } : { uuid: variant.uuid }
          ),
        })
        await here.fixture.waitUntilProcessed()
      }
      await edit(100)
      await eventually(async () =>
        expect(await edited()).toEqual([{ field: "variants.M.price", before: sek(100), after: sek(store ?? 0) }])
      )
      expect(await onProductPage()).toEqual([])
      // A second edit replaces the first, and whoever sets it back at the POS leaves nothing to restore.
      await edit(200)
      await eventually(async () => expect(await edited()).toMatchObject([{ before: sek(200) }]))
      await edit(store ?? 0)
      await eventually(async () => expect(await edited()).toEqual([]))
      await edit(300)
      await eventually(async () => expect(await edited()).toMatchObject([{ before: sek(300) }]))
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, push_held: false })
      await here.fixture.sweepNow()
      await settled()
      expect(await edited()).toEqual([])
      expect(await onProductPage()).toMatchObject([{ before: sek(300), after: sek(store ?? 0), times: 1 }])
      expect(await priceOf("TROJA-M")).toBe(store)
    })

    it("[D58] a batch of several products is one notification", async () => {
      const [sweater, apples] = [await atPos("Tröja"), await atPos("Äpplen")]
      // Both are due when the batch begins.
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, push_held: true })
      await here.fixture.posDriver.editProduct(sweater.uuid, { name: "Fel", description: "Fel" })
      await here.fixture.posDriver.editProduct(apples.uuid, { name: "Fel också" })
      await here.fixture.waitUntilProcessed()
      await here.fixture.pos.updatePosConnections({ id: here.fixture.connectionId, push_held: false })
      await here.fixture.sweepNow()
      await settled()
      expect((await activities()).map(({ before }) => before).sort()).toHaveLength(3)
      expect(await feed("restored")).toHaveLength(1)
    })

    it("[D58] older versions and fields of the POS leave none", async () => {
      const old = await atPos("Tröja")
      const late = { ...old, name: "Gammalt namn", updated: "2020-01-01T00:00:00.000Z", etag: '"old"' }
      await here.fixture.notify("ProductUpdated", { newEntity: late, oldEntity: null }, { messageId: "late" })
      await outboundSettings({ field_owners: { name: "pos" } })
      await settled()
      await here.fixture.posDriver.editProduct(old.uuid, {
        name: "Kassans namn",
        presentation: { backgroundColor: "#ff0000" },
      })
      await eventually(async () => expect((await linkOf(here.shop.sweaterId))?.pos_content).toBeTruthy())
      await here.fixture.waitUntilProcessed()
      await settled()
      expect((await atPos("Kassans namn")).uuid).toBe(old.uuid)
      expect(await activities()).toEqual([])
      expect(await onProductPage()).toEqual([])
      expect(await feed("restored")).toEqual([])
    })
  },
})
