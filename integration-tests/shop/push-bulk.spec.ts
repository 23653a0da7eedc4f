import { markProductsDue, newMarks } from "../../src/features/catalog/change-marks"
import { updateProductsWorkflow } from "@medusajs/medusa/core-flows"
import sweep from "../../src/jobs/pos-sweep"
import { POS_MODULE } from "../../src/modules/pos"
import { claimProductLinks, recordProductPushes } from "../../src/features/catalog/outbox"
import { shutdownWorkers } from "../../src/runtime/workers"
import { eventually } from "./support/eventually"
import { insertManyProducts } from "../../test-support/many-products"
import { storeSuite } from "./support/store-suite"
import { usePushStore } from "./support/use-push-store"

const COUNT = 2_000

/** A connection rests 15 seconds whenever the POS cannot be reached, some times over where much fails. */
const UNDER_FAULTS_MS = 150_000

const REFUSED = "The POS refused the product: name is not taken (name: is not wanted here)"

storeSuite({
  moduleName: "push-bulk",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = usePushStore({ api, getContainer })

    beforeAll(async () => {
      await insertManyProducts(dbConnection, COUNT)
    })

    afterEach(async () => here.fixture.noFaults())

    /** Every product of the store that can be sold is at the POS once, as it is in the here.shop. */
    const expectExact = async () => {
      const products = await here.fixture.products()
      const expected = Array.from({ length: COUNT }, (_, index) => `Vara ${index + 1}`).concat("Tröja", "Äpplen")
      expect(products.map(({ name }) => name ?? "").sort()).toEqual(expected.sort())
      for (const { name, variants } of products.filter((product) => product.name?.startsWith("Vara"))) {
        const number = Number(name?.slice(5))
        expect(variants).toMatchObject([{ sku: `VARA-${number}`, price: { amount: number * 125, currencyId: "SEK" } }])
      }
    }

    const pause = async (value: boolean) => {
      const pos = getContainer().resolve(POS_MODULE)
      await pos.updatePosConnections({ id: here.fixture.connectionId, state: value ? "paused" : "active" })
    }

    const action = async (runId: string, name: string) =>
      (
        await api.post(
          `/admin/pos/runs/${runId}/actions`,
          { action: name },
          { ...here.admin, validateStatus: () => true }
        )
      ).data

    it("narrows an import down to the bad products in O(bad × log n) calls", async () => {
      await here.connect()
      await here.fixture.settled(UNDER_FAULTS_MS)
      await expectExact()
      const bad = ["Vara 17", "Vara 1234"]
      await dbConnection.raw("UPDATE product SET description = 'Ny' WHERE id LIKE 'prod_many%'")
      await here.fixture.refuse(bad)
      const imports = await here.fixture.calls(
        "POST",
        async () => void (await here.fixture.sync({}, UNDER_FAULTS_MS)),
        "imports"
      )
      // Each bad product costs at most two halves a level.
      expect(imports).toBeLessThanOrEqual(1 + 2 * bad.length * Math.ceil(Math.log2(COUNT)))
      const products = await here.fixture.products()
      const old = products.filter(({ name, description }) => name?.startsWith("Vara") && description !== "Ny")
      expect(old.map(({ name }) => name).sort()).toEqual([...bad].sort())
      const rejected = await here.fixture.links("&state=rejected")
      expect(rejected.map(({ rejection }) => rejection)).toEqual(expect.arrayContaining([REFUSED, REFUSED]))
      expect(rejected.every((link) => typeof link.rejection === "string")).toBe(true)
    })

    it("comes to the exact catalog while a fifth of all calls fails, and heeds Retry-After", async () => {
      await here.connect()
      const fault = { probability: 0.04 }
      for (const name of ["products", "imports"]) {
        await here.fixture.fault({ ...fault, interface: name, kind: "status", status: 503 })
        await here.fixture.fault({ ...fault, interface: name, kind: "status", status: 429, retryAfter: 1 })
        await here.fixture.fault({ ...fault, interface: name, kind: "status", status: 500, when: "after" })
        await here.fixture.fault({ ...fault, interface: name, kind: "reset", when: "after" })
        await here.fixture.fault({ ...fault, interface: name, kind: "cut" })
      }
      await here.fixture.settled(UNDER_FAULTS_MS)
      await dbConnection.raw("UPDATE product SET description = 'Ny' WHERE id LIKE 'prod_many%'")
      await here.fixture.sync({}, UNDER_FAULTS_MS)
      await here.fixture.noFaults()
      await expectExact()
      expect((await here.fixture.products()).filter(({ description }) => description === "Ny")).toHaveLength(COUNT)
    })

    it("pauses, resumes and cancels a run, and lets single edits pass", async () => {
      await here.connect()
      await here.fixture.quiet()
      await dbConnection.raw("UPDATE product SET description = 'Två' WHERE id LIKE 'prod_many%'")
      await pause(true)
      const { data } = await api.post(`/admin/pos/connections/${here.fixture.connectionId}/push`, {}, here.admin)
      // All products are marked by now, and those that stand as they were sent are done.
      await eventually(async () =>
        expect(await here.fixture.run(data.run_id)).toMatchObject({ done: 2, details: null })
      )
      expect((await action(data.run_id, "pause")).run).toMatchObject({ state: "paused", seconds_left: null })
      await pause(false)
      await updateProductsWorkflow(getContainer()).run({
        input: { selector: { id: "prod_many5" }, update: { title: "Vara 5b" } },
      })
      await eventually(async () => expect(await here.fixture.names()).toContain("Vara 5b"))
      expect((await here.fixture.product("Vara 6")).description ?? null).toBeNull()
      // Two products were done at once; the edited one counts once its answer is recorded.
      await eventually(async () => expect((await here.fixture.run(data.run_id)).done).toBe(3))

      const stream = await api.get(`/admin/pos/runs/${data.run_id}/events`, { ...here.admin, responseType: "stream" })
      const events: { state: string; done: number; total: number }[] = []
      const ended = (async () => {
        for await (const chunk of stream.data) {
          for (const line of String(chunk)
            .split("\n")
            .filter((text) => text.startsWith("data: "))) {
            events.push(JSON.parse(line.slice(6)))
          }
        }
      })()
      await action(data.run_id, "resume")
      await here.fixture.finished(data.run_id)
      await ended
      expect(events[0]).toMatchObject({ state: "paused", done: 3, total: COUNT + 3 })
      expect(events.at(-1)).toMatchObject({ state: "finished", done: COUNT + 3, rejected: 1 })
      expect((await here.fixture.product("Vara 6")).description).toBe("Två")
      expect((await action(data.run_id, "cancel")).message).toContain("finished")

      await here.fixture.quiet()
      await dbConnection.raw("UPDATE product SET description = 'Tre' WHERE id LIKE 'prod_many%'")
      await pause(true)
      const second = (await api.post(`/admin/pos/connections/${here.fixture.connectionId}/push`, {}, here.admin)).data
        .run_id
      await eventually(async () => expect(await here.fixture.run(second)).toMatchObject({ done: 2, details: null }))
      expect((await action(second, "cancel")).run).toMatchObject({ state: "cancelled" })
      await pause(false)
      await here.fixture.settled(UNDER_FAULTS_MS)
      expect((await here.fixture.product("Vara 6")).description).toBe("Två")
      await here.fixture.sync({}, UNDER_FAULTS_MS)
      expect((await here.fixture.product("Vara 6")).description).toBe("Tre")
    })

    it("makes nothing due of what the tables show to be as it was sent, and all of what they do not", async () => {
      await here.connect()
      await here.fixture.quiet()
      const revisions = async () => {
        const { rows } = await dbConnection.raw(
          "SELECT product_id, revision FROM pos_product_link WHERE connection_id = ? AND state = 'synced'",
          [here.fixture.connectionId]
        )
        return new Map<string, number>(
          rows.map((row: { product_id: string; revision: number }) => [row.product_id, row.revision])
        )
      }
      /** The products that a full sync made due. */
      const due = async () => {
        const before = await revisions()
        await here.fixture.sync({}, UNDER_FAULTS_MS)
        return [...(await revisions())].filter(([id, revision]) => before.get(id) !== revision).map(([id]) => id)
      }
      expect(await due()).toEqual([])
      await dbConnection.raw("UPDATE product SET description = 'Ny' WHERE id = 'prod_many7'")
      await dbConnection.raw("UPDATE price SET amount = 12 WHERE id = 'price_many11'")
      await dbConnection.raw("UPDATE product_variant SET barcode = '7310865004703' WHERE id = 'variant_many99'")
      expect((await due()).sort()).toEqual(["prod_many11", "prod_many7", "prod_many99"])
      const [seven, eleven, other] = [
        await here.fixture.product("Vara 7"),
        await here.fixture.product("Vara 11"),
        await here.fixture.product("Vara 99"),
      ]
      expect(seven.description).toBe("Ny")
      expect(eleven.variants).toMatchObject([{ price: { amount: 1_500, currencyId: "SEK" } }])
      expect(other.variants).toMatchObject([{ barcode: "7310865004703" }])
      await here.fixture.quiet()
      expect(await due()).toEqual([])
      // What leaves is looked at, though no table of the product says so.
      await dbConnection.raw("UPDATE product SET status = 'draft' WHERE id = 'prod_many8'")
      await here.fixture.sync({}, UNDER_FAULTS_MS)
      expect(await here.fixture.names()).not.toContain("Vara 8")
    })

    it("takes up what a dead process left behind, sent or not, and doubles nothing", async () => {
      await here.connect()
      await here.fixture.settled(UNDER_FAULTS_MS)
      const before = (await here.fixture.products()).map(({ uuid }) => uuid).sort()
      const left = (where: string) =>
        dbConnection.raw(
          `UPDATE pos_product_link SET revision = revision + 1, accepted_content = NULL, fingerprint = NULL, etag = NULL,
             state = 'pending', attempts = 1, claim_token = 'dead', claimed_until = now() + interval '1 second'
           WHERE connection_id = ? AND ${where}`,
          [here.fixture.connectionId]
        )
      for (let round = 0; round < 5; round++) {
        // Some were sent and not recorded; of others the POS has nothing; the claims of all are still held.
        const products = await here.fixture.products()
        const lost = products.filter(({ name }) => name?.startsWith("Vara") && Math.random() < 0.01)
        for (const { uuid } of lost) {
          await here.fixture.discard(uuid)
        }
        await left(
          `(hashtext(product_id || '${round}') % 3 = 0 OR product_uuid IN (${lost.map(({ uuid }) => `'${uuid}'`).join(",") || "''"}))`
        )
        await eventually(async () => {
          await sweep(getContainer())
          await here.fixture.settled(UNDER_FAULTS_MS)
        })
      }
      await expectExact()
      expect((await here.fixture.products()).map(({ uuid }) => uuid).sort()).toEqual(before)
    })

    it("lets only the holder of a claim record it, and sends anew what two pumps had", async () => {
      await here.connect()
      await here.fixture.settled(UNDER_FAULTS_MS)
      const pos = getContainer().resolve(POS_MODULE)
      await pause(true)
      // One that started before the pause would claim what this test is to claim.
      await shutdownWorkers()
      await pos.query((sql) => markProductsDue(sql, here.fixture.connectionId, newMarks(["prod_many1"]), null))
      const claim = async (token: string) =>
        pos.query((sql, now) =>
          claimProductLinks(sql, {
            connectionId: here.fixture.connectionId,
            now,
            limit: 10,
            token,
            claimUntil: new Date(now.getTime() - 1),
          })
        )
      const [first] = await claim("one")
      const [second] = await claim("two")
      expect(second?.id).toBe(first?.id)
      const result = {
        id: first?.id ?? "",
        revision: first?.revision ?? 0,
        outcome: "unchanged" as const,
        source_fingerprint: null,
      }
      expect(await pos.query((sql, now) => recordProductPushes(sql, now, "one", [result]))).toEqual([])
      expect(await pos.query((sql, now) => recordProductPushes(sql, now, "two", [result]))).toEqual([first?.id])
      await pause(false)
    })
  },
})
