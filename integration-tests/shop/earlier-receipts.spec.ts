import { resumeRuns } from "../../src/features/background/resume-runs"
import { soldAt } from "../../src/features/purchases"
import { organizationDate } from "../../src/modules/pos/organization-time"
import type { Purchase } from "../../src/pos-api/contract"
import { dayBefore } from "./support/day-before"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

/** Where it is noon or later when a day of UTC begins. */
const AUCKLAND = "Pacific/Auckland"

storeSuite({
  moduleName: "earlier-receipts",
  testSuite: ({ api, getContainer }) => {
    const here = useConnectedStore({ api, getContainer })

    const post = async (path: string, body: object) =>
      api.post(`/admin/pos/${path}`, body, { ...here.fixture.admin, validateStatus: () => true })

    const start = async (since: string) => post(`connections/${here.fixture.connectionId}/backfill`, { since })

    const control = async (runId: string, action: string) => post(`runs/${runId}/actions`, { action })

    const finish = async (runId: string) =>
      eventually(async () => {
        await resumeRuns(getContainer(), here.fixture.connectionId)
        const [run] = await here.fixture.pos.listPosRuns({ id: runId })
        expect(run).toMatchObject({ state: "finished", reason: null })
      })

    /** UUIDs of the sales that the store has receipts of. */
    const imported = async () => {
      const receipts = await here.fixture.pos.listPosReceipts(
        { connection_id: here.fixture.connectionId },
        { take: null, select: ["purchase_uuid"] }
      )
      return receipts.map(({ purchase_uuid }) => purchase_uuid).sort()
    }

    const toUuids = (purchases: Purchase[]) => purchases.map(({ purchaseUUID1 }) => purchaseUUID1).sort()

    it("[D172] begin with the first sale of the chosen day of the organization", async () => {
      const { posDriver, connectionId, pos } = here.fixture
      await posDriver.editProfile({ timeZone: AUCKLAND })
      await eventually(async () => expect((await pos.findConnection(connectionId)).time_zone).toBe(AUCKLAND))
      await posDriver.seed({ products: 2, purchases: 120, days: 30 })
      const purchases = await posDriver.purchases()
      const toDay = (purchase: Purchase) => organizationDate(soldAt(purchase), AUCKLAND)
      const isOfMorning = (purchase: Purchase) => soldAt(purchase).toISOString() < toDay(purchase)
      const since = purchases.filter(isOfMorning).map(toDay).sort()[5] ?? ""
      expect(since).not.toBe("")
      const { status, data } = await start(since)
      expect(status).toBe(202)
      await finish(data.run_id)
      expect(await imported()).toEqual(toUuids(purchases.filter((purchase) => toDay(purchase) >= since)))
    })

    it("[D173] are imported by another import after one was canceled", async () => {
      const { posDriver, connectionId, pos } = here.fixture
      const before = (await pos.findConnection(connectionId)).receipts_since
      const run = await here.fixture.startFailingBackfill()
      const runId = (await run())?.id ?? ""
      expect(await control(runId, "cancel")).toMatchObject({ status: 200, data: { run: { state: "cancelled" } } })
      await posDriver.endFaults()
      expect((await pos.findConnection(connectionId)).receipts_since).toEqual(before)
      const again = await start(dayBefore(365))
      expect(again).toMatchObject({ status: 202, data: { run_id: expect.any(String) } })
      await finish(again.data.run_id)
      expect(await imported()).toEqual(toUuids(await posDriver.purchases()))
    })

    it("[D174] keep days open while their import is paused", async () => {
      const run = await here.fixture.startFailingBackfill()
      const runId = (await run())?.id ?? ""
      expect((await control(runId, "pause")).status).toBe(200)
      const close = async () =>
        post(`connections/${here.fixture.connectionId}/inbound-settings`, {
          accounting: { locked_until: dayBefore(20) },
        })
      expect(await close()).toMatchObject({ status: 400, data: { message: expect.stringContaining("being imported") } })
      await here.fixture.posDriver.endFaults()
      expect((await control(runId, "resume")).status).toBe(200)
      await finish(runId)
      expect((await close()).status).toBe(200)
    })

    it("[D175] refuse to pause or cancel a run that ends at the same moment", async () => {
      const { connectionId, pos } = here.fixture
      for (const action of ["pause", "cancel"]) {
        // Its last product was just recorded.
        const { id } = await pos.createPosRuns({
          connection_id: connectionId,
          kind: "push",
          total: 2,
          resumed_at: await pos.now(),
        })
        expect(await control(id, action)).toMatchObject({ status: 400, data: { code: "pos_run_not_controllable" } })
        expect(await pos.findRun(id)).toMatchObject({ state: "finished", done: 2, finished_at: expect.any(Date) })
      }
    })
  },
})
