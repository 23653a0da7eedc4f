import { z } from "zod"
import { markChanged } from "../../src/features/catalog"
import { prune } from "../../src/features/retention/prune"
import sweep from "../../src/jobs/pos-sweep"
import { POS_MODULE } from "../../src/modules/pos"
import type { Sql } from "../../src/modules/pos/database/sql"
import { shutdownWorkers } from "../../src/runtime/workers"
import { insertManyProducts } from "../../test-support/many-products"
import { eventually } from "./support/eventually"
import { SecondWorker } from "./support/second-worker"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

/** Products of the suite's shop: 150 by SQL, and the two that every shop has. */
const COUNT = 150
const MANY = Array.from({ length: COUNT }, (_, index) => `prod_many${index + 1}`)
const WAVE = 145

/** With 152 products: a tenth of them, and at most 20. */
const PRICE_LIMIT = 15
const REMOVAL_LIMIT = 20

const priceRowsSchema = z.looseObject({ rows: z.array(z.object({ id: z.string(), amount: z.coerce.number() })) })

storeSuite({
  moduleName: "held-changes",
  testSuite: ({ api, getContainer, dbConnection, databaseUrl }) => {
    const here = usePushStore({ api, getContainer })

    beforeAll(async () => {
      await insertManyProducts(dbConnection, COUNT)
    })

    /** A faulty import: the first products cost nothing. No event reports it. */
    const zeroPrices = async (ids: string[]) => setPrices(ids, "0")
    const restorePrices = async (ids: string[]) => setPrices(ids, "substr(price.id, 11)::numeric")
    const multiplyPrices = async (ids: string[]) => setPrices(ids, "10 * substr(price.id, 11)::numeric")
    const setPrices = async (ids: string[], amount: string) => {
      await dbConnection.raw(
        `UPDATE price SET amount = ${amount}, raw_amount = jsonb_build_object('value', (${amount})::text, 'precision', 20),
           updated_at = now()
         WHERE id = ANY(?)`,
        [ids.map((id) => id.replace("prod_", "price_"))]
      )
    }
    const setStatus = async (ids: string[], status: string) =>
      dbConnection.raw("UPDATE product SET status = ?, updated_at = now() WHERE id = ANY(?)", [status, ids])

    /** How many of the products have the price 0 at the POS. */
    const freeAtPos = async () =>
      (await here.fixture.products()).filter(
        ({ name, variants }) => name?.startsWith("Vara") && variants?.[0]?.price?.amount === 0
      ).length

    const changedAtPos = async () =>
      (await here.fixture.products()).filter(
        ({ name, variants }) =>
          name?.startsWith("Vara") && variants?.[0]?.price?.amount !== Number(name.split(" ")[1]) * 125
      ).length

    const freeInStore = async () => {
      const { rows } = priceRowsSchema.parse(
        await dbConnection.raw("SELECT id, amount FROM price WHERE id LIKE 'price_many%' AND deleted_at IS NULL")
      )
      return rows.filter(({ amount }) => amount === 0).length
    }

    /** Two batches that are pushed at the same time may share a wave: then the first of them is sent, up to the limit. */
    const sentOfWave = async () => {
      const sent = await freeAtPos()
      expect(sent).toBeLessThanOrEqual(PRICE_LIMIT)
      return sent
    }

    const heldPage = async (query = "") =>
      (await api.get(`/admin/pos/held-changes?connection_id=${here.fixture.connectionId}${query}`, here.admin)).data

    const decide = async (body: object) =>
      (
        await api.post(
          "/admin/pos/held-changes/decide",
          { connection_id: here.fixture.connectionId, ...body },
          here.admin
        )
      ).data

    const issue = async () =>
      (await api.get("/admin/pos/issues", here.admin)).data.issues.find(
        ({ kind, connection_id }: { kind: string; connection_id: string }) =>
          kind === "changes_held" && connection_id === here.fixture.connectionId
      )

    const nothingHeld = async () =>
      eventually(async () => expect(await heldPage()).toMatchObject({ holds: [], held_changes: [] }))

    it("holds 145 prices that become 0, shows them in pages, and sends them on request", async () => {
      await here.open()
      await here.fixture.quiet()
      await zeroPrices(MANY.slice(0, WAVE))
      await here.fixture.sync()
      const sent = await sentOfWave()
      expect(await heldPage("&limit=20&offset=140")).toMatchObject({
        count: WAVE,
        holds: [{ change_group: "price", held: WAVE - sent, sent }],
        held_changes: Array.from({ length: 5 }, () => ({
          title: expect.stringMatching(/^Vara/),
          changes: [{ kind: "price_zero", after: { amount: 0, currencyId: "SEK" } }],
        })),
      })
      expect(await here.fixture.links("&state=held")).toHaveLength(100)
      expect(await issue()).toMatchObject({ count: WAVE - sent })
      // A sync, the next sweep and an end of the workers release nothing.
      await here.fixture.sync()
      await shutdownWorkers()
      await sweep(getContainer())
      expect(await freeAtPos()).toBe(sent)
      const { held_changes: page } = await heldPage("&limit=100")
      const held = page.filter(({ state }: { state: string }) => state === "held")
      const ids = held.slice(0, 2).map(({ id }: { id: string }) => id)
      expect(await decide({ change_group: "price", decision: "send", ids })).toMatchObject({ decided: 2 })
      await eventually(async () => expect(await freeAtPos()).toBe(sent + 2))
      await decide({ change_group: "price", decision: "send" })
      await eventually(async () => expect(await freeAtPos()).toBe(WAVE))
      await nothingHeld()
      expect(await issue()).toBeUndefined()
    })

    it("[D140] says since when a price is held, however often the product is looked at again", async () => {
      await here.open()
      await here.fixture.quiet()
      await zeroPrices(MANY.slice(0, 30))
      await here.fixture.sync()
      const heldSince = async () => {
        const { held_changes: changes } = await heldPage("&limit=100")
        return changes.flatMap(({ state, product_id, noted_at }: Record<string, string>) =>
          state === "held" ? [{ product_id, noted_at }] : []
        )
      }
      const before = await heldSince()
      expect(before.length).toBeGreaterThanOrEqual(30 - PRICE_LIMIT)
      await here.fixture.sync()
      await sweep(getContainer())
      expect(await heldSince()).toEqual(before)
      await restorePrices(MANY.slice(0, 30))
      await here.fixture.sync()
      await nothingHeld()
    })

    it("writes the POS's prices back into the store, and leaves the POS as it was", async () => {
      await here.open()
      await here.fixture.quiet()
      await zeroPrices(MANY.slice(0, WAVE))
      await here.fixture.sync()
      await sentOfWave()
      // What was sent before the limit was reached is restored, too.
      expect(await decide({ change_group: "price", decision: "restore" })).toMatchObject({ decided: WAVE })
      await eventually(async () => expect(await freeInStore()).toBe(0))
      await nothingHeld()
      await eventually(async () => expect(await freeAtPos()).toBe(0))
      expect((await here.fixture.product("Vara 7")).variants?.[0]?.price?.amount).toBe(875)
    })

    it("[D122] corrects multiplied prices in the store, and at the POS where they were sent already", async () => {
      await here.open()
      await here.fixture.quiet()
      // The first are below the limit and arrive alone, so that they are sent.
      await multiplyPrices(MANY.slice(0, 10))
      await here.fixture.sync()
      expect(await changedAtPos()).toBe(10)
      await multiplyPrices(MANY.slice(10, WAVE))
      await here.fixture.sync()
      expect(await decide({ change_group: "price", decision: "restore" })).toMatchObject({ decided: WAVE })
      await nothingHeld()
      await eventually(async () => expect(await changedAtPos()).toBe(0))
      const { rows } = priceRowsSchema.parse(
        await dbConnection.raw(
          "SELECT id, amount FROM price WHERE id LIKE 'price_many%' AND amount <> substr(id, 11)::numeric"
        )
      )
      expect(rows).toEqual([])
    })

    it("[D177] restores prices that were sent before the hold also when the decision comes after days", async () => {
      await here.open()
      await here.fixture.quiet()
      await zeroPrices(MANY.slice(0, 10))
      await here.fixture.sync()
      expect(await freeAtPos()).toBe(10)
      await zeroPrices(MANY.slice(10, WAVE))
      await here.fixture.sync()
      // A long weekend, with the hourly job that forgets what is over.
      await dbConnection.raw("UPDATE pos_held_change SET noted_at = noted_at - interval '4 days'")
      await dbConnection.raw("UPDATE pos_hold SET opened_at = opened_at - interval '4 days'")
      await prune(getContainer())
      expect(await heldPage()).toMatchObject({ holds: [{ change_group: "price", held: WAVE - 10, sent: 10 }] })
      expect(await decide({ change_group: "price", decision: "restore" })).toMatchObject({ decided: WAVE })
      await eventually(async () => expect(await freeInStore()).toBe(0))
      await nothingHeld()
      await eventually(async () => expect(await freeAtPos()).toBe(0))
    })

    it("restores a price that was sent of a product that is held for leaving the POS, and pushed meanwhile", async () => {
      await here.open()
      await here.fixture.quiet()
      await multiplyPrices(MANY.slice(0, 1))
      await here.fixture.sync()
      await multiplyPrices(MANY.slice(1, WAVE))
      await here.fixture.sync()
      await setStatus(MANY.slice(0, 30), "draft")
      await here.fixture.sync()
      const held = (await heldPage()).holds.map(({ change_group }: { change_group: string }) => change_group)
      expect(held.sort()).toEqual(["price", "removal"])
      const connection_id = here.fixture.connectionId
      /** The change of the price that was sent. */
      const sent = () =>
        dbConnection("pos_held_change").where({ connection_id, change_group: "price", product_id: MANY[0] })
      /** A decision on it whose run has not begun. */
      const decideLater = async () => {
        const details = { change_group: "price", decision: "restore" }
        const pos = getContainer().resolve(POS_MODULE)
        const { id } = await pos.createPosRuns({ connection_id, kind: "restore", state: "paused", details })
        expect(await sent().update({ state: "restoring", run_id: id })).toBe(1)
        return id
      }
      const control = async (id: string, action: string) =>
        api.post(`/admin/pos/runs/${id}/actions`, { action }, here.admin)
      await control(await decideLater(), "cancel")
      expect(await sent().select("state")).toEqual([{ state: "passed" }])
      const id = await decideLater()
      await here.fixture.sync()
      await control(id, "resume")
      await eventually(async () => {
        const { rows } = priceRowsSchema.parse(
          await dbConnection.raw("SELECT id, amount FROM price WHERE id = 'price_many1'")
        )
        expect(rows).toEqual([{ id: "price_many1", amount: 1 }])
      })
    })

    it("[D127] a canceled decision is undone alone, and leaves no hold open that holds nothing", async () => {
      await here.open()
      await here.fixture.quiet()
      await multiplyPrices(MANY.slice(0, 10))
      await here.fixture.sync()
      await multiplyPrices(MANY.slice(10, WAVE))
      await here.fixture.sync()
      const { connectionId } = here.fixture
      const states = async () => {
        const { held_changes } = await heldPage("&limit=100")
        return held_changes.map(({ state }: { state: string }) => state).sort()
      }
      /** A decision whose run has not begun, on changes in a state. */
      const begin = async (state: string) => {
        const { id } = await getContainer()
          .resolve(POS_MODULE)
          .createPosRuns({
            connection_id: connectionId,
            kind: "restore",
            state: "paused",
            details: { change_group: "price", decision: "restore" },
          })
        await dbConnection.raw(
          `UPDATE pos_held_change SET state = 'restoring', run_id = ? WHERE id = (
             SELECT id FROM pos_held_change WHERE connection_id = ? AND state = ? ORDER BY id LIMIT 1)`,
          [id, connectionId, state]
        )
        return id
      }
      const cancel = async (id: string) => api.post(`/admin/pos/runs/${id}/actions`, { action: "cancel" }, here.admin)
      const runs = [await begin("held"), await begin("held"), await begin("passed")]
      // The others are decided.
      await dbConnection.raw("DELETE FROM pos_held_change WHERE connection_id = ? AND state IN ('held', 'passed')", [
        connectionId,
      ])
      await cancel(runs[0] ?? "")
      expect(await states()).toEqual(["held", "restoring", "restoring"])
      await dbConnection.raw("DELETE FROM pos_held_change WHERE connection_id = ? AND (state = 'held' OR run_id = ?)", [
        connectionId,
        runs[1] ?? "",
      ])
      await cancel(runs[2] ?? "")
      expect(await heldPage()).toMatchObject({ holds: [] })
    })

    it("[D144] keeps a decision's run when its changes cannot be released, so that it can be canceled again", async () => {
      await here.open()
      await here.fixture.quiet()
      await zeroPrices(MANY.slice(0, WAVE))
      await here.fixture.sync()
      const pos = getContainer().resolve(POS_MODULE)
      const { connectionId } = here.fixture
      const { id } = await pos.createPosRuns({
        connection_id: connectionId,
        kind: "restore",
        state: "paused",
        details: { change_group: "price", decision: "restore" },
      })
      await dbConnection.raw(
        "UPDATE pos_held_change SET state = 'restoring', run_id = ? WHERE connection_id = ? AND state = 'held'",
        [id, connectionId]
      )
      const cancel = async () =>
        api.post(`/admin/pos/runs/${id}/actions`, { action: "cancel" }, { ...here.admin, validateStatus: () => true })
      const failing =
        (sql: Sql): Sql =>
        async (row, text, bindings) => {
          if (text.includes("change.state = 'restoring'")) {
            throw new Error("The connection to the database is lost")
          }
          return sql(row, text, bindings)
        }
      const query = pos.query.bind(pos)
      const transaction = pos.transaction.bind(pos)
      const spies = [
        jest
          .spyOn(pos, "query")
          .mockImplementation(async (run) => query(async (sql, now, context) => run(failing(sql), now, context))),
        jest
          .spyOn(pos, "transaction")
          .mockImplementation(async (run) => transaction(async (sql, now, context) => run(failing(sql), now, context))),
      ]
      const { status } = await cancel()
      spies.forEach((spy) => spy.mockRestore())
      expect(status).toBeGreaterThanOrEqual(500)
      expect(await pos.retrievePosRun(id)).toMatchObject({ state: "paused" })
      expect((await cancel()).status).toBe(200)
      expect(await pos.retrievePosRun(id)).toMatchObject({ state: "cancelled" })
      const { held_changes } = await heldPage("&limit=100")
      expect(new Set(held_changes.map(({ state }: { state: string }) => state))).toEqual(new Set(["held"]))
    })

    it("[D137] leaves nothing held that was corrected after a push had died", async () => {
      await here.open()
      await here.fixture.quiet()
      const pos = getContainer().resolve(POS_MODULE)
      const bulk = pos.bulk.bind(pos)
      const dying = jest.spyOn(pos, "bulk").mockImplementation(async (count, run) =>
        bulk(count, async (sql, now, context) =>
          run(
            async (row, text, bindings) => {
              if (text.includes("result.outcome")) {
                throw new Error("The process died")
              }
              return sql(row, text, bindings)
            },
            now,
            context
          )
        )
      )
      await zeroPrices(MANY.slice(0, WAVE))
      await api.post(`/admin/pos/connections/${here.fixture.connectionId}/push`, {}, here.admin)
      await eventually(async () => expect(await heldPage()).toMatchObject({ holds: [{ change_group: "price" }] }))
      await shutdownWorkers()
      dying.mockRestore()
      await restorePrices(MANY)
      await dbConnection("pos_product_link").update({ claimed_until: null, next_attempt_at: null })
      await here.fixture.sync()
      await nothingHeld()
    })

    it("[D128] writes values back past a product that the store cannot write, and holds it again", async () => {
      await here.open()
      await here.fixture.quiet()
      await zeroPrices(MANY.slice(0, WAVE))
      await here.fixture.sync()
      const { held_changes: page } = await heldPage("&limit=100")
      const failing = page.find(({ state }: { state: string }) => state === "held")
      await dbConnection.raw(
        `CREATE FUNCTION refuse_price() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF NEW.price_set_id = '${failing.product_id.replace("prod", "pset")}' THEN RAISE EXCEPTION 'refused'; END IF;
           RETURN NEW; END $$`
      )
      await dbConnection.raw(
        "CREATE TRIGGER refuse_price BEFORE INSERT OR UPDATE ON price FOR EACH ROW EXECUTE FUNCTION refuse_price()"
      )
      await decide({ change_group: "price", decision: "restore" })
      await eventually(async () => expect(await freeInStore()).toBe(1))
      await eventually(async () =>
        expect(await heldPage()).toMatchObject({
          holds: [{ held: 1, restoring: 0 }],
          held_changes: [{ id: failing.id, reason: "store_failed" }],
        })
      )
      await dbConnection.raw("DROP TRIGGER refuse_price ON price")
      await decide({ change_group: "price", decision: "restore" })
      await eventually(async () => expect(await freeInStore()).toBe(0))
      await nothingHeld()
    })

    it("lets a product out of the hold once it is corrected in the store, and sends other edits meanwhile", async () => {
      await here.open()
      await here.fixture.quiet()
      await zeroPrices(MANY.slice(0, WAVE))
      await here.fixture.sync()
      await dbConnection.raw("UPDATE product SET description = 'Ny' WHERE id = 'prod_many150'")
      await restorePrices(MANY.slice(0, 100))
      await here.fixture.sync()
      expect((await here.fixture.product("Vara 150")).description).toBe("Ny")
      const heldNow = async () => (await heldPage()).holds[0]?.held
      const free = await freeAtPos()
      expect(await heldNow()).toBe(WAVE - 100 - free)
      // A second wave of the same mistake joins the hold.
      await zeroPrices(MANY.slice(0, 5))
      await here.fixture.sync()
      expect(await heldNow()).toBe(WAVE - 95 - free)
      await restorePrices(MANY)
      await here.fixture.sync()
      await nothingHeld()
      expect(await freeAtPos()).toBe(0)
    })

    it("holds a wave that arrives in small rounds, in two workers, with a restart: at most the limit is sent", async () => {
      await here.open()
      await here.fixture.quiet()
      const second = await SecondWorker.start(databaseUrl)
      try {
        for (let start = 0; start < WAVE; start += 10) {
          const some = MANY.slice(start, Math.min(start + 10, WAVE))
          await zeroPrices(some)
          // Two processes may lock the same rows in another order; a subscriber would be called again.
          await eventually(async () => markChanged(getContainer(), some))
          if (start === 70) {
            await second.dieAndReturn()
          }
        }
        await here.fixture.settled()
        const sent = await freeAtPos()
        expect(sent).toBeLessThanOrEqual(PRICE_LIMIT)
        expect(await heldPage()).toMatchObject({ holds: [{ held: WAVE - sent, sent }] })
        await decide({ change_group: "price", decision: "restore" })
        await eventually(async () => expect(await freeInStore()).toBe(0))
        await eventually(async () => expect(await freeAtPos()).toBe(0))
        await nothingHeld()
      } finally {
        await second.end()
      }
    })

    it("holds products that would leave the POS, and publishes them again", async () => {
      await here.open()
      await here.fixture.quiet()
      const all = (await here.fixture.products()).length
      await setStatus(MANY, "draft")
      await here.fixture.sync()
      const sent = all - (await here.fixture.products()).length
      expect(sent).toBeLessThanOrEqual(REMOVAL_LIMIT)
      expect(await heldPage()).toMatchObject({ holds: [{ change_group: "removal", held: COUNT - sent, sent }] })
      await decide({ change_group: "removal", decision: "restore" })
      await nothingHeld()
      await eventually(async () => expect(await here.fixture.products()).toHaveLength(all))
      const published = await dbConnection("product").where({ status: "published" }).whereIn("id", MANY)
      expect(published).toHaveLength(COUNT)
    })

    it("lets few removals pass, an expected wave, and all where it is off", async () => {
      await here.open()
      await here.fixture.quiet()
      const all = (await here.fixture.products()).length
      await setStatus(MANY.slice(0, REMOVAL_LIMIT), "draft")
      await here.fixture.sync()
      expect(await here.fixture.products()).toHaveLength(all - REMOVAL_LIMIT)
      const expected = { connection_id: here.fixture.connectionId, change_group: "removal", products: 50 }
      await api.post("/admin/pos/held-changes/expect", expected, here.admin)
      expect((await heldPage()).expected).toMatchObject([{ change_group: "removal", products: 50 }])
      await setStatus(MANY.slice(0, 70), "draft")
      await here.fixture.sync()
      expect(await here.fixture.products()).toHaveLength(all - 70)
      await setStatus(MANY.slice(0, 80), "draft")
      await here.fixture.sync()
      expect(await heldPage()).toMatchObject({ holds: [{ held: 10, sent: 70 }] })
      await here.fixture.settings({ hold_mass_changes: false })
      expect(await here.fixture.products()).toHaveLength(all - 80)
      await nothingHeld()
    })
  },
})
