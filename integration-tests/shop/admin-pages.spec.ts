import { PosDriver } from "../../test-support/pos-driver"
import {
  checkReachability,
  keepCheckingReachability,
  PROBE_INTERVAL_MS,
} from "../../src/features/connection/reachability"
import { RECURRING_JOBS } from "../../src/features/background/recurring-jobs"
import { eventually } from "./support/eventually"
import { Gateway } from "./support/gateway"
import { ConnectedStoreFixture } from "./support/connected-store-fixture"
import { recordStatements } from "./support/statements/record-statements"
import { storeSuite } from "./support/store-suite"
import { useSeededStore } from "./support/use-seeded-store"

let gateway: Gateway

storeSuite({
  moduleName: "admin-pages",
  beforeShop: () => Gateway.standBetween((opened) => (gateway = opened)),
  testSuite: ({ api, getContainer }) => {
    const here = useSeededStore({ getContainer })

    const post = (path: string, body: object = {}) =>
      api.post(`/admin/pos${path}`, body, { ...here.admin, validateStatus: () => true })

    const checksOf = async (api_key: string) => {
      const { data } = await post("/checks", { api_key, region_id: here.shop.regionId })
      const checks: { name: string; state: string; code: string | null; connection_id: string | null }[] = data.checks
      return new Map(checks.map((check) => [check.name, check]))
    }

    describe("A POS that does not answer", () => {
      const outages = async () => {
        const { data } = await api.get("/admin/pos/reachability", here.admin)
        const found: { address: string; since: string; reason: string }[] = data.outages
        return found
      }
      const issues = async () => {
        const { data } = await api.get("/admin/pos/issues", here.admin)
        const found: { kind: string; connection_id: string; since: string | null }[] = data.issues
        return found.filter(({ kind }) => kind === "pos_unreachable")
      }

      afterEach(async () => gateway.open())

      it("[D55] is shown with since when for every connection, by one probe of its address, until it answers", async () => {
        const stages = [
          await ConnectedStoreFixture.open({ api, getContainer }, here.shop),
          await ConnectedStoreFixture.open({ api, getContainer }, here.shop),
        ]
        await checkReachability(getContainer())
        expect({ outages: await outages(), issues: await issues() }).toEqual({ outages: [], issues: [] })
        await gateway.close()
        await checkReachability(getContainer())
        const [outage, ...others] = await outages()
        expect({ outage, others }).toEqual({
          outage: { address: gateway.url, since: expect.any(String), reason: "ECONNREFUSED" },
          others: [],
        })
        await checkReachability(getContainer())
        expect(await outages()).toEqual([outage])
        const connectionIds = stages.map(({ connectionId }) => connectionId).sort()
        const found = await issues()
        expect(found.map(({ connection_id }) => connection_id).sort()).toEqual(connectionIds)
        expect(found.map(({ since }) => since)).toEqual(connectionIds.map(() => outage?.since))
        await gateway.open()
        await checkReachability(getContainer())
        expect({ outages: await outages(), issues: await issues() }).toEqual({ outages: [], issues: [] })
      })

      it("says what waits to be sent, of all connections, and nothing while the POS answers", async () => {
        const { connectionId, pos } = await ConnectedStoreFixture.open({ api, getContainer }, here.shop)
        const waiting = async () => {
          const { data } = await api.get("/admin/pos/reachability", here.admin)
          return data.waiting
        }
        expect(await waiting()).toBeNull()
        await gateway.close()
        await checkReachability(getContainer())
        const before = await waiting()
        expect(before).toEqual({ products: expect.any(Number), variants: expect.any(Number) })
        const [link] = await pos.listPosProductLinks({ connection_id: connectionId })
        const [variant] = await pos.listPosVariantLinks({ product_link_id: link?.id ?? "" })
        // Stock waits of products that are at the POS.
        await pos.updatePosProductLinks({ id: link?.id ?? "", revision: 1_000, pushed_at: new Date() })
        await pos.updatePosVariantLinks({ id: variant?.id ?? "", stock_revision: 1_000 })
        expect(await waiting()).toEqual({ products: before.products + 1, variants: before.variants + 1 })
        await gateway.open()
        await checkReachability(getContainer())
        expect(await waiting()).toBeNull()
      })

      it("[D55] is not one that limits calls or answers in a form that nobody understands", async () => {
        const { posDriver } = await ConnectedStoreFixture.open({ api, getContainer }, here.shop)
        for (const fault of [{ kind: "status", status: 429 }, { kind: "status", status: 503 }, { kind: "garbage" }]) {
          await posDriver.fault({ interface: "all", ...fault })
          await checkReachability(getContainer())
          expect(await outages()).toEqual([])
          await posDriver.endFaults()
        }
      })

      it("[D55] is noticed by a store that calls nothing: the process that checks probes every few seconds", async () => {
        // A worker has a turn every five to seven seconds; with two attempts of four seconds and a page that reads every
        // five an outage is shown within thirty. When the process dies, another follows within half a minute.
        expect(PROBE_INTERVAL_MS).toBeLessThanOrEqual(8_000)
        expect(RECURRING_JOBS.checkReachability.restSeconds).toBeLessThanOrEqual(30)
        await ConnectedStoreFixture.open({ api, getContainer }, here.shop)
        const probeThroughAnOutage = async () => {
          await gateway.open()
          await checkReachability(getContainer())
          let time = performance.now()
          const probeAgain = async () => {
            time += PROBE_INTERVAL_MS
            const statements = await recordStatements(getContainer(), async () =>
              keepCheckingReachability(getContainer(), time)
            )
            // What else the store has to do meanwhile is none of this.
            return statements.filter((statement) => statement.includes("pos_outage"))
          }
          // As long as nothing changes, the database is asked nothing.
          expect(await probeAgain()).toEqual([])
          await gateway.close()
          expect((await probeAgain()).length).toBeGreaterThan(0)
          expect(await outages()).toMatchObject([{ address: gateway.url }])
          expect(await probeAgain()).toEqual([])
          await gateway.open()
          await probeAgain()
          expect(await outages()).toEqual([])
        }
        // The scheduled check of this store may come between, once a minute.
        await eventually(probeThroughAnOutage)
      })
    })

    describe("An organization that is connected already", () => {
      it("[D51] is named by the check with its connection, so that a page can lead there", async () => {
        const stage = await ConnectedStoreFixture.open({ api, getContainer }, here.shop)
        expect((await checksOf(await stage.posDriver.newApiKey())).get("key")).toMatchObject({
          state: "failed",
          code: "pos_already_connected",
          connection_id: stage.connectionId,
        })
        const other = await PosDriver.open()
        const checks = await checksOf(other.apiKey)
        expect([...checks.values()].map(({ connection_id }) => connection_id)).toEqual(
          [...checks.keys()].map(() => null)
        )
        await api.delete(`/admin/pos/connections/${stage.connectionId}`, here.admin)
        expect((await checksOf(await stage.posDriver.newApiKey())).get("key")).toMatchObject({
          state: "passed",
          connection_id: null,
        })
      })
    })
  },
})
