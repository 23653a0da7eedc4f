import { createPriceListsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { shutdownWorkers } from "../../src/runtime/workers"
import { insertManyProducts } from "../../test-support/many-products"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

/** Products of the suite's shop: 40 by SQL, and the two that every shop has. */
const COUNT = 40
const WAVE = 30

/** With 42 products: the least of both limits. */
const LIMIT = 10

const heldSchema = z.looseObject({
  count: z.number(),
  holds: z.array(z.looseObject({ change_group: z.string(), held: z.number(), sent: z.number() })),
  held_changes: z.array(z.looseObject({ id: z.string(), title: z.string(), state: z.string(), changes: z.unknown() })),
})
const pricesSchema = z.looseObject({ rows: z.array(z.object({ amount: z.coerce.number() })) })

storeSuite({
  moduleName: "held-imports",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushStore({ api, getContainer })

    beforeAll(async () => {
      await insertManyProducts(dbConnection, COUNT)
    })

    const many = async () => (await here.fixture.products()).filter(({ name }) => name?.startsWith("Vara"))

    const formerOf = (name: string | null | undefined) => Number(name?.split(" ")[1]) * 125

    /** Somebody imports a faulty list at the POS: it gives the first products other prices. */
    const setPricesAtPos = async (count: number, amountOf: (former: number) => number) => {
      for (const { uuid, name, variants } of (await many()).slice(0, count)) {
        const price = { amount: amountOf(formerOf(name)), currencyId: "SEK" }
        await here.fixture.edit(uuid, { variants: variants?.map((variant) => ({ uuid: variant.uuid, price })) })
      }
    }

    const freeAtPos = async () => (await many()).filter(({ variants }) => variants?.[0]?.price?.amount === 0).length

    const freeInStore = async () => {
      const { rows } = pricesSchema.parse(
        await dbConnection.raw("SELECT amount FROM price WHERE id LIKE 'price_many%' AND deleted_at IS NULL")
      )
      return rows.filter(({ amount }) => amount === 0).length
    }

    const changedAtPos = async () =>
      (await many()).filter(({ name, variants }) => variants?.[0]?.price?.amount !== formerOf(name)).length

    const changedInStore = async () => {
      const { rows } = pricesSchema.parse(
        await dbConnection.raw(
          "SELECT amount FROM price WHERE id LIKE 'price_many%' AND amount <> substr(id, 11)::numeric"
        )
      )
      return rows.length
    }

    const draftsInStore = async () =>
      (await dbConnection("product").where({ status: "draft" }).andWhereLike("id", "prod_many%")).length

    const heldPage = async () =>
      heldSchema.parse(
        (await api.get(`/admin/pos/held-changes?connection_id=${here.fixture.connectionId}&limit=100`, here.admin)).data
      )

    const decide = async (change_group: string, decision: string, ids?: string[]) =>
      (
        await api.post(
          "/admin/pos/held-changes/decide",
          { connection_id: here.fixture.connectionId, change_group, decision, ...(ids ? { ids } : {}) },
          here.admin
        )
      ).data

    const inboundSettings = async (settings: object) =>
      api.post(`/admin/pos/connections/${here.fixture.connectionId}/inbound-settings`, settings, here.admin)

    /** Waits until all of a wave is counted. @returns how many were changed in the store before it was held */
    const counted = async (change_group: string) =>
      eventually(async () => {
        const { holds } = await heldPage()
        expect(holds).toMatchObject([{ change_group }])
        const [hold] = holds
        expect((hold?.held ?? 0) + (hold?.sent ?? 0)).toBe(WAVE)
        return hold?.sent ?? 0
      })

    const nothingHeld = async () => eventually(async () => expect(await heldPage()).toMatchObject({ holds: [] }))

    const open = async () => {
      await here.open()
      await here.fixture.settings({ field_owners: { price: "pos" } })
      await here.fixture.settled()
      expect(await freeInStore()).toBe(0)
    }

    afterEach(async () => {
      // What a test left in the store is no part of the next.
      await dbConnection.raw(
        `UPDATE price SET amount = substr(id, 11)::numeric, raw_amount = jsonb_build_object('value', substr(id, 11), 'precision', 20)
         WHERE id LIKE 'price_many%'`
      )
      await dbConnection("product").andWhereLike("id", "prod_many%").update({ status: "published" })
    })

    it("holds prices that become 0 at the POS, whatever is pushed meanwhile, and takes them over on request", async () => {
      await open()
      await setPricesAtPos(WAVE, () => 0)
      const sent = await counted("price_in_store")
      expect(sent).toBeLessThanOrEqual(LIMIT)
      expect(await freeInStore()).toBe(sent)
      const page = await heldPage()
      expect(page.held_changes.find(({ state }) => state === "held")).toMatchObject({
        title: expect.stringMatching(/^Vara/),
        changes: [{ kind: "price_zero", after: { amount: 0, currencyId: "SEK" } }],
      })
      // Other fields of the same products go on, and the answers to their pushes release nothing.
      await dbConnection("product")
        .andWhereLike("id", "prod_many%")
        .update({ description: "Ny", updated_at: new Date() })
      await here.fixture.sync()
      await eventually(async () => {
        expect((await many()).filter(({ description }) => description === "Ny")).toHaveLength(COUNT)
      })
      await shutdownWorkers()
      expect(await counted("price_in_store")).toBe(sent)
      expect(await freeInStore()).toBe(sent)
      const ids = page.held_changes.filter(({ state }) => state === "held").map(({ id }) => id)
      expect(await decide("price_in_store", "send", ids.slice(0, 2))).toMatchObject({ decided: 2 })
      await eventually(async () => expect(await freeInStore()).toBe(sent + 2))
      await decide("price_in_store", "send")
      await eventually(async () => expect(await freeInStore()).toBe(WAVE))
      await nothingHeld()
      expect(await freeAtPos()).toBe(WAVE)
    })

    it("writes the prices from before back to the POS, also those that the store has taken over", async () => {
      await open()
      await setPricesAtPos(WAVE, () => 0)
      await counted("price_in_store")
      expect(await decide("price_in_store", "restore")).toMatchObject({ decided: WAVE })
      await eventually(async () => expect(await freeAtPos()).toBe(0))
      await eventually(async () => expect(await freeInStore()).toBe(0))
      await nothingHeld()
      expect((await here.fixture.product("Vara 7")).variants?.[0]?.price?.amount).toBe(875)
    })

    it("[D120] carries out two decisions on the same wave each for its own products", async () => {
      await open()
      await setPricesAtPos(WAVE, () => 0)
      const sent = await counted("price_in_store")
      const ids = (await heldPage()).held_changes.filter(({ state }) => state === "held").map(({ id }) => id)
      await decide("price_in_store", "send", ids.slice(0, 2))
      expect(await decide("price_in_store", "restore")).toMatchObject({ decided: WAVE - 2 })
      await nothingHeld()
      await eventually(async () => expect(await freeAtPos()).toBe(2))
      await eventually(async () => expect(await freeInStore()).toBe(2))
      expect(sent).toBeLessThanOrEqual(LIMIT)
    })

    it("[D121] decides nothing where the run that would carry it out cannot be stored", async () => {
      await open()
      await setPricesAtPos(WAVE, () => 0)
      const sent = await counted("price_in_store")
      await dbConnection.raw("ALTER TABLE pos_run ADD CONSTRAINT no_restore CHECK (kind <> 'restore') NOT VALID")
      await expect(decide("price_in_store", "restore")).rejects.toMatchObject({ response: { status: 500 } })
      await dbConnection.raw("ALTER TABLE pos_run DROP CONSTRAINT no_restore")
      expect(await heldPage()).toMatchObject({ holds: [{ held: WAVE - sent, sent, restoring: 0 }] })
      await decide("price_in_store", "restore")
      await nothingHeld()
    })

    it.each([
      { decision: "send", method: "GET", left: freeInStore, after: WAVE - 1, end: WAVE },
      { decision: "restore", method: "PUT", left: freeAtPos, after: 1, end: 0 },
    ])("[D128] carries out ‘$decision’ past a product on which the POS fails, and holds it again", async (run) => {
      const { decision, method, left, after, end } = run
      await open()
      await setPricesAtPos(WAVE, () => 0)
      await counted("price_in_store")
      const failing = (await heldPage()).held_changes.find(({ state }) => state === "held")
      const { uuid } = await here.fixture.product(failing?.title ?? "")
      await here.fixture.fault({ kind: "status", status: 500, interface: "products", method, address: uuid })
      await decide("price_in_store", decision)
      await eventually(async () => expect(await left()).toBe(after))
      await eventually(async () => expect(await heldPage()).toMatchObject({ holds: [{ held: 1, restoring: 0 }] }))
      const { held_changes } = await heldPage()
      expect(held_changes.filter(({ state }) => state === "held")).toMatchObject([
        { id: failing?.id, reason: "pos_failed" },
      ])
      await here.fixture.noFaults()
      await decide("price_in_store", decision)
      await eventually(async () => expect(await left()).toBe(end))
      await nothingHeld()
    })

    it("[D136] counts no prices that another price list keeps from the store", async () => {
      await open()
      await createPriceListsWorkflow(getContainer()).run({
        input: {
          price_lists_data: [
            {
              title: "Kampanj",
              description: "",
              status: "active",
              prices: Array.from({ length: COUNT }, (_, index) => ({
                variant_id: `variant_many${index + 1}`,
                currency_code: "sek",
                amount: 100 + index,
              })),
            },
          ],
        },
      })
      await dbConnection("price_list").where({ title: "Kampanj" }).update({ type: "override" })
      await setPricesAtPos(WAVE, () => 0)
      await here.fixture.quiet()
      expect(await heldPage()).toMatchObject({ holds: [], count: 0 })
      expect(await freeInStore()).toBe(0)
      await eventually(async () => {
        const notes = (await here.fixture.links()).flatMap(({ notes: some }) => some)
        expect(notes.filter((note) => String(note).includes("(0.00 SEK) is not written into"))).toHaveLength(WAVE)
      })
    })

    it("[D122] writes multiplied prices back to the POS, and into the store where it had taken them over", async () => {
      await open()
      await setPricesAtPos(WAVE, (former) => former * 10)
      await counted("price_in_store")
      expect(await decide("price_in_store", "restore")).toMatchObject({ decided: WAVE })
      await eventually(async () => expect(await changedAtPos()).toBe(0))
      await eventually(async () => expect(await changedInStore()).toBe(0))
      await nothingHeld()
    })

    it("lets products out of the hold once they are corrected at the POS", async () => {
      await open()
      await setPricesAtPos(WAVE, (former) => former * 10)
      await counted("price_in_store")
      await setPricesAtPos(WAVE, (former) => former)
      await nothingHeld()
      await eventually(async () => expect(await changedInStore()).toBe(0))
    })

    it("lets few prices pass, and all where it is off", async () => {
      await open()
      await setPricesAtPos(LIMIT, () => 0)
      await eventually(async () => expect(await freeInStore()).toBe(LIMIT))
      await here.fixture.settings({ hold_mass_changes: false })
      await setPricesAtPos(WAVE, () => 0)
      await eventually(async () => expect(await freeInStore()).toBe(WAVE))
      await nothingHeld()
    })

    /** Connects a store that makes products drafts that were deleted at the POS, and deletes a wave of them there. */
    const deleteWave = async () => {
      await open()
      await inboundSettings({ on_pos_product_deleted: "draft" })
      for (const { uuid } of (await many()).slice(0, WAVE)) {
        await here.fixture.discard(uuid)
      }
      return counted("removal_in_store")
    }

    it("holds products that were deleted at the POS, and makes them drafts on request", async () => {
      const sent = await deleteWave()
      expect(sent).toBeLessThanOrEqual(LIMIT)
      expect(await draftsInStore()).toBe(sent)
      await decide("removal_in_store", "send")
      await eventually(async () => expect(await draftsInStore()).toBe(WAVE))
      await nothingHeld()
    })

    it("[D135] creates no product again whose deletion is held, whatever is pushed meanwhile", async () => {
      const sent = await deleteWave()
      const kept = COUNT - WAVE
      await dbConnection("product")
        .andWhereLike("id", "prod_many%")
        .update({ description: "Ny", updated_at: new Date() })
      await here.fixture.sync()
      await here.fixture.quiet()
      expect(await many()).toHaveLength(kept)
      expect(await counted("removal_in_store")).toBe(sent)
      await decide("removal_in_store", "restore")
      await nothingHeld()
      await eventually(async () => expect(await many()).toHaveLength(COUNT - sent))
      expect((await many()).filter(({ description }) => description === "Ny")).toHaveLength(COUNT - sent)
    })

    it("creates products again that were deleted at the POS", async () => {
      const sent = await deleteWave()
      expect(await decide("removal_in_store", "restore")).toMatchObject({ decided: WAVE - sent })
      await nothingHeld()
      await eventually(async () => expect(await many()).toHaveLength(COUNT - sent))
      expect(await draftsInStore()).toBe(sent)
    })
  },
})
