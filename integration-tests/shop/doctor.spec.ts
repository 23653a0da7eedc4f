import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { createServer, type Server } from "node:http"
import os from "node:os"
import path from "node:path"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import doctor from "../../src/scripts/doctor"
import sweep from "../../src/jobs/pos-sweep"
import { checkAddress, checkPosClock } from "../../src/features/monitoring/doctor-store-checks"
import { eventually } from "./support/eventually"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

storeSuite({
  moduleName: "doctor",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })
    let folder: string

    beforeEach(() => {
      folder = mkdtempSync(path.join(os.tmpdir(), "pos-doctor-"))
    })
    afterEach(() => {
      jest.restoreAllMocks()
      rmSync(folder, { recursive: true })
      process.exitCode = 0
    })

    /** What the doctor says, as `medusa exec` runs it. */
    const said = async (...args: string[]) => {
      const logger = getContainer().resolve(ContainerRegistrationKeys.LOGGER)
      const lines: string[] = []
      for (const level of ["info", "error"] as const) {
        jest.spyOn(logger, level).mockImplementation((...[said]: unknown[]) => void lines.push(String(said)))
      }
      await doctor({ container: getContainer(), args })
      jest.restoreAllMocks()
      return lines.filter((line) => line.startsWith("pos: "))
    }

    const line = (lines: string[], check: string) => lines.find((item) => item.includes(` ${check}: `)) ?? ""

    it("finds nothing wrong where all is well", async () => {
      await sweep(getContainer())
      await here.fixture.catchUpNow()
      const lines = await said()
      const states = Object.fromEntries(
        lines.flatMap((item) => {
          const [, state, check] = /^pos: (ok|note|WRONG|skipped) +([a-z-]+): /.exec(item) ?? []
          return state && check ? [[check, state]] : []
        })
      )
      expect(states).toEqual({
        options: "ok",
        encryption: "ok",
        database: "ok",
        schema: "ok",
        medusa: "ok",
        "medusa-tables": "ok",
        providers: "ok",
        workers: "ok",
        address: "ok",
        clock: "ok",
        connection: "ok",
        key: "ok",
        service: "ok",
        subscription: "ok",
        polls: "ok",
        backlog: "ok",
        budget: "ok",
      })
    })

    it("says what is wrong and how to fix it", async () => {
      await here.fixture.stopWebhooks()
      await here.fixture.notify("PurchaseCreated", { amount: "much" })
      await here.fixture.drain()
      await dbConnection.raw('DROP INDEX "IDX_pos_inbox_entry_dead"')
      await dbConnection.raw("UPDATE pos_recurring_job SET begun_at = now() - interval '1 hour'")
      await dbConnection.raw("UPDATE pos_connection SET purchases_polled_at = now() - interval '1 day'")
      const lines = await said(here.fixture.connectionId)
      expect(line(lines, "schema")).toMatch(/^pos: WRONG.*IDX_pos_inbox_entry_dead/)
      expect(lines[lines.indexOf(line(lines, "schema")) + 1]).toContain("npx medusa db:migrate")
      expect(line(lines, "workers")).toMatch(/WRONG/)
      expect(line(lines, "subscription")).toMatch(/WRONG.*no longer has the subscription/)
      expect(line(lines, "polls")).toMatch(/WRONG/)
      expect(line(lines, "backlog")).toMatch(/note.*1 failed/)
      expect(lines.at(-1)).toMatch(/[4-9] found something wrong$/)
      expect(process.exitCode).toBe(1)
    })

    it("says that a key was revoked, and that there is no such connection", async () => {
      await here.fixture.posDriver.revokeKeys()
      await eventually(async () => {
        const lines = await said(here.fixture.connectionId)
        expect(line(lines, "connection")).toMatch(/^pos: WRONG .*no longer accepts/)
        expect(lines[lines.indexOf(line(lines, "connection")) + 1]).toContain("Replace API key")
      })
      expect(await said("poscon_no")).toContain("pos: WRONG   there is no connection poscon_no")
    })

    it("writes a bundle without secrets or personal data, readable by its owner only", async () => {
      const planted = { purchaseUUID1: "planted-uuid", userDisplayName: "Planted Person", amount: "planted" }
      await here.fixture.notify("PurchaseCreated", planted)
      await here.fixture.notify("Planted event", { text: "planted" }, { messageId: "planted id" })
      await here.fixture.drain()
      await dbConnection.raw(
        `UPDATE pos_connection SET organization_name = 'Planted Person AB', state_reason = 'planted reason',
           misunderstood = 'planted answer', misunderstood_at = now()`
      )
      await dbConnection.raw(
        "UPDATE pos_subscription SET status_reason = 'planted', contact_email = 'planted@example.com'"
      )
      const file = path.join(folder, "bundle.json")
      const lines = await said(`bundle=${file}`)
      const text = readFileSync(file, "utf8")
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(JSON.parse(text)).toMatchObject({
        findings: expect.arrayContaining([expect.objectContaining({ check: "backlog", state: "notice" })]),
        gauges: expect.arrayContaining([{ name: "pos_inbox_dead", labels: {}, value: 1 }]),
        connections: [{ id: here.fixture.connectionId, product_links: { synced: 2 } }],
      })
      const { rows } = await dbConnection.raw("SELECT api_key_sealed FROM pos_connection")
      const options = await here.fixture.pos.getOptions()
      const secrets = [
        here.fixture.posDriver.apiKey,
        rows[0].api_key_sealed,
        options.monitoring.token ?? "",
        ...options.encryptionKeys.map(({ key }) => key.toString("base64")),
        "shop@example.com",
        "shop.example.com",
        here.fixture.posDriver.organizationUuid,
      ]
      expect(text).not.toMatch(/planted/i)
      for (const secret of secrets) {
        expect(text).not.toContain(secret)
      }
      for (const secret of secrets.slice(0, 4)) {
        expect(lines.join("\n")).not.toContain(secret)
      }
    })

    it("reports clocks apart that do not agree, and an address that is somebody else's", async () => {
      const options = await here.fixture.pos.getOptions()
      const answering = async (answer: Parameters<typeof createServer>[1], look: (url: string) => Promise<object>) => {
        const server: Server = createServer(answer ?? (() => undefined))
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
        const address = server.address()
        const port = address !== null && typeof address === "object" ? address.port : 0
        const found = await look(`http://127.0.0.1:${port}`)
        server.close()
        return found
      }
      const clockAt = (seconds: number) =>
        answering(
          (_request, response) =>
            response.writeHead(404, { date: new Date(Date.now() + seconds * 1_000).toUTCString() }).end(),
          async (url) =>
            checkPosClock({ ...options, addresses: options.addresses && { ...options.addresses, oauthUrl: url } })
        )
      expect(await clockAt(120)).toMatchObject({
        state: "failed",
        message: expect.stringMatching(/1[12]\d s behind/),
      })
      expect(await clockAt(-120)).toMatchObject({ state: "failed", message: expect.stringContaining("ahead of") })
      expect(await clockAt(2)).toMatchObject({ message: expect.stringContaining("agree") })
      const strange = answering(
        (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>parked</h1>"),
        async (url) => checkAddress({ ...options, publicUrl: url })
      )
      expect(await strange).toMatchObject({ state: "failed", facts: { status: 200 } })
      const ours = await checkAddress({ ...options, publicUrl: String(api.defaults.baseURL) })
      expect(ours).toMatchObject({ message: expect.stringContaining("leads to the plugin") })
    })
  },
})
