import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { drainOutbox } from "../../src/features/catalog/push"
import findChanges from "../../src/jobs/pos-find-changes"
import { POS_MODULE } from "../../src/modules/pos"
import type { OutboundSettings } from "../../src/contract/settings"
import { countLockWaits } from "./support/count-lock-waits"
import { eventually } from "./support/eventually"
import { createPushDriver } from "./support/push-driver"
import { createSimpleProducts } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

storeSuite({
  moduleName: "push-sync",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushStore({ api, getContainer })
    const { updateSweater, changeTables } = createPushDriver({ api, getContainer, dbConnection }, here)

    it("[D35] carries on a run whose marking was interrupted, from its cursor", async () => {
      await here.open()
      const pos = getContainer().resolve(POS_MODULE)
      const [first, ...others] = (await pos.listPosProductLinks({}, { order: { product_id: "ASC" } })).map(
        ({ product_id }) => product_id
      )
      await changeTables("UPDATE pos_product_link SET source_fingerprint = NULL", [])
      const details = { looked: 1 }
      const cursor = first ?? null
      const connection_id = here.fixture.connectionId
      const { id } = await pos.createPosRuns({ connection_id, kind: "push", cursor, details, total: 1 })
      await findChanges(getContainer())
      await eventually(async () => {
        expect(await pos.retrievePosRun(id)).toMatchObject({ state: "finished", total: 1 + others.length })
      })
      const marked = (await pos.listPosProductLinks({ run_id: id })).map(({ product_id }) => product_id)
      expect(marked.sort()).toEqual(others)
    })

    describe("[D35] while fingerprints are being computed", () => {
      const withoutFingerprints = async (work: () => Promise<void>) => {
        const transaction = await dbConnection.transaction()
        try {
          // Fingerprints read the tax region first; nothing that a request needs does.
          await transaction.raw("LOCK TABLE tax_region IN ACCESS EXCLUSIVE MODE")
          await work()
        } finally {
          await transaction.rollback()
        }
      }
      const save = async (settings: Partial<OutboundSettings>) => {
        const path = `/admin/pos/connections/${here.fixture.connectionId}/outbound-settings`
        const { data } = await api.post(path, settings, here.admin)
        return z.object({ run_id: z.string() }).parse(data).run_id
      }
      const run = async (id: string) => (await api.get(`/admin/pos/runs/${id}`, here.admin)).data.run

      it("saving push settings answers, the run shows what it is about, and a second save takes its place", async () => {
        await here.open()
        const ids: string[] = []
        await withoutFingerprints(async () => {
          ids.push(await save({ category_path: true }), await save({ description_overflow: "reject" }))
          const [first, second] = await Promise.all(ids.map(async (id) => run(id)))
          expect(first).toMatchObject({ state: "cancelled", reason: "A newer sync took its place." })
          expect(second).toMatchObject({ state: "running", total: expect.any(Number), done: 0 })
          expect(second.total).toBeGreaterThan(0)
        })
        await eventually(async () => expect(await run(ids[1] ?? "")).toMatchObject({ state: "finished" }))
      })

      it("[D114] a run that is canceled meanwhile sends nothing, and leaves nothing due", async () => {
        await here.open()
        await changeTables("UPDATE product SET description = 'Hemlig' WHERE title LIKE 'Tröja%'", [])
        const path = `/admin/pos/connections/${here.fixture.connectionId}/push`
        let id = ""
        await withoutFingerprints(async () => {
          id = (await api.post(path, {}, here.admin)).data.run_id
          await eventually(async () => expect(await countLockWaits(dbConnection)).toBeGreaterThan(0))
          await api.post(`/admin/pos/runs/${id}/actions`, { action: "cancel" }, here.admin)
        })
        await drainOutbox(getContainer(), here.fixture.connectionId)
        const pos = getContainer().resolve(POS_MODULE)
        expect(await pos.listPosProductLinks({ run_id: id })).toEqual([])
        expect((await here.fixture.product("Tröja")).description).not.toBe("Hemlig")
        expect(await run(id)).toMatchObject({ state: "cancelled" })
      })
    })

    it("makes no call when nothing changed", async () => {
      await here.open()
      const calls = async (method: string) => here.fixture.calls(method, async () => void (await here.fixture.sync()))
      expect([await calls("PUT"), await calls("POST"), await calls("DELETE")]).toEqual([0, 0, 0])
    })

    describe("shares a product with the POS:", () => {
      it("merges what the POS changed by who owns it", async () => {
        await here.open()
        const { uuid } = await here.fixture.product("Tröja")
        await here.fixture.edit(uuid, { name: "Kassans namn", presentation: { backgroundColor: "#ff0000" } })
        await updateSweater({ description: "Ny text" })
        await eventually(async () => {
          expect(await here.fixture.product("Tröja")).toMatchObject({
            description: "Ny text",
            presentation: { backgroundColor: "#ff0000" },
          })
        })
      })

      it("leaves what the POS owns alone, after it was sent once", async () => {
        await here.open()
        await here.fixture.settings({ field_owners: { name: "pos", price: "pos" } })
        const { uuid, variants } = await here.fixture.product("Tröja")
        const price = { amount: 1, currencyId: "SEK" }
        await here.fixture.edit(uuid, {
          name: "Kassans namn",
          variants: variants?.map((variant) => ({ uuid: variant.uuid, price })),
        })
        await updateSweater({ title: "Butikens namn", description: "Ny text" })
        await eventually(async () =>
          expect(await here.fixture.product("Kassans namn")).toMatchObject({
            description: "Ny text",
            variants: [{ price }, {}],
          })
        )
      })

      it("keeps the POS's part when an import replaces the product", async () => {
        const titles = Array.from({ length: 12 }, (_, index) => `Kopp ${index}`)
        await createSimpleProducts(getContainer(), here.shop, titles)
        await here.open()
        const { uuid } = await here.fixture.product("Kopp 3")
        await here.fixture.edit(uuid, { presentation: { backgroundColor: "#00ff00" } })
        const { data } = await api.get(`/admin/products?title=Kopp%203`, here.admin)
        await updateProductsWorkflow(getContainer()).run({
          input: { selector: { id: data.products[0].id }, update: { description: "En" } },
        })
        await eventually(async () => expect((await here.fixture.product("Kopp 3")).description).toBe("En"))
        await here.fixture.sync({ reset: true })
        await changeTables("UPDATE product SET description = 'Två' WHERE title LIKE ?", ["Kopp%"])
        const imports = await here.fixture.calls("POST", async () => void (await here.fixture.sync()), "imports")
        expect(imports).toBe(1)
        expect(await here.fixture.product("Kopp 3")).toMatchObject({
          description: "Två",
          presentation: { backgroundColor: "#00ff00" },
        })
      })

      it("looks before it concludes: 412 when the POS changed nothing, a merge when it did", async () => {
        await here.open()
        await updateSweater({ title: "Tröja 2" })
        await eventually(async () => expect(await here.fixture.names()).toContain("Tröja 2"))
        const pos = getContainer().resolve(POS_MODULE)
        const look = async () => {
          const [link] = await pos.listPosProductLinks({ product_id: here.shop.sweaterId })
          await pos.updatePosProductLinks({ id: link?.id ?? "", pos_changed: true })
          await here.fixture.sync()
          // A notification of what the POS changed may ask for one more look.
          await eventually(async () => {
            const [after] = await pos.listPosProductLinks({ product_id: here.shop.sweaterId })
            expect(after?.pos_changed).toBe(false)
          })
        }
        const before = await here.fixture.product("Tröja 2")
        await look()
        expect((await here.fixture.product("Tröja 2")).etag).toBe(before.etag)
        await here.fixture.edit(before.uuid, { name: "Fel", presentation: { textColor: "#123456" } })
        await look()
        expect(await here.fixture.product("Tröja 2")).toMatchObject({ presentation: { textColor: "#123456" } })
      })
    })

    it("takes only a region and a price list that the register can show the prices of", async () => {
      await here.open()
      const choose = async (price: object) =>
        api.post(
          `/admin/pos/connections/${here.fixture.connectionId}/outbound-settings`,
          { price },
          { ...here.admin, validateStatus: () => true }
        )
      const abroad = await choose({ region_id: here.shop.euroRegionId })
      expect([abroad.status, abroad.data.message]).toEqual([
        400,
        expect.stringContaining("sells in EUR, the POS in SEK"),
      ])
      const unknown = await choose({ region_id: "reg_unknown" })
      expect([unknown.status, unknown.data.message]).toEqual([400, expect.stringContaining("no region reg_unknown")])
      const unlisted = await choose({ price_list_id: "plist_unknown" })
      expect([unlisted.status, unlisted.data.message]).toEqual([
        400,
        expect.stringContaining("no price list plist_unknown"),
      ])
      const { data } = await api.get(
        `/admin/pos/connections/${here.fixture.connectionId}/outbound-settings`,
        here.admin
      )
      expect(data.outbound_settings.price).toEqual({ region_id: null, price_list_id: null, sale_prices: true })
      const own = await choose({ region_id: here.shop.regionId, sale_prices: false })
      expect([own.status, own.data.outbound_settings.price]).toEqual([
        200,
        { region_id: here.shop.regionId, price_list_id: null, sale_prices: false },
      ])
      await here.fixture.finished(own.data.run_id)
    })

    it("[D146] keeps two changes of different settings that are saved at the same moment", async () => {
      await here.open()
      const route = `/admin/pos/connections/${here.fixture.connectionId}/outbound-settings`
      const changes: Partial<OutboundSettings>[] = [{ category_path: true }, { description_overflow: "reject" }]
      const saved = await Promise.all(changes.map(async (change) => api.post(route, change, here.admin)))
      const { data } = await api.get(route, here.admin)
      expect(data.outbound_settings).toMatchObject({ category_path: true, description_overflow: "reject" })
      // The run of the later one takes the place of the other's.
      await eventually(async () => {
        const runs = await Promise.all(saved.map(async ({ data: { run_id } }) => here.fixture.run(run_id)))
        expect(runs.map(({ state }) => state).toSorted()).toEqual(["cancelled", "finished"])
      })
    })

    it("publishes to the store's subscribers what was pushed and what was not", async () => {
      const captured: { name: string; data: unknown }[] = []
      const bus = getContainer().resolve(Modules.EVENT_BUS)
      for (const name of ["pos.product.pushed", "pos.product.rejected"]) {
        bus.subscribe(name, async ({ data }) => void captured.push({ name, data }), { subscriberId: `test-${name}` })
      }
      await here.open()
      const pushed = {
        connection_id: here.fixture.connectionId,
        product_id: here.shop.sweaterId,
        product_uuid: expect.any(String),
      }
      await eventually(async () => {
        expect(captured).toContainEqual({ name: "pos.product.pushed", data: pushed })
        expect(captured.filter(({ name }) => name === "pos.product.rejected")).toEqual([
          { name: "pos.product.rejected", data: expect.objectContaining({ reason: expect.stringContaining("price") }) },
        ])
      })
    })

    it("shows what a sync would do, and does nothing", async () => {
      await here.open()
      await changeTables("UPDATE product SET title = 'Tröja, ny' WHERE id = ?", [here.shop.sweaterId])
      await createSimpleProductsQuietly(["Ny kopp"])
      const { data } = await api.get(`/admin/pos/connections/${here.fixture.connectionId}/dry-run?limit=2`, here.admin)
      const { data: rest } = await api.get(
        `/admin/pos/connections/${here.fixture.connectionId}/dry-run?after=${data.next}`,
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
      expect(await here.fixture.names()).toEqual(["Tröja", "Äpplen"])
    })

    /** Products that no event reported: while the push is held nothing is linked. */
    const createSimpleProductsQuietly = async (titles: string[]) => {
      const pos = getContainer().resolve(POS_MODULE)
      await pos.updatePosConnections({ id: here.fixture.connectionId, push_held: true })
      await createSimpleProducts(getContainer(), here.shop, titles)
    }
  },
})
