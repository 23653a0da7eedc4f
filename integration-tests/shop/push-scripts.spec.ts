import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import pushDryRun from "../../src/scripts/push-dry-run"
import pushReset from "../../src/scripts/push-reset"
import pushSync from "../../src/scripts/push-sync"
import { userHeaders } from "../../test-support/user-headers"
import { PushFixture } from "./support/push-fixture"
import { seedStore, type SeededStoreIds } from "./support/seed-store"
import { storeSuite } from "./support/store-suite"

storeSuite({
  moduleName: "push-scripts",
  testSuite: ({ api, getContainer, dbConnection }) => {
    let shop: SeededStoreIds
    let fixture: PushFixture

    beforeAll(async () => {
      shop = await seedStore(getContainer())
    })

    beforeEach(async () => {
      fixture = await PushFixture.open({ api, admin: await userHeaders(getContainer()), shop })
      await fixture.quiet()
    })

    afterEach(() => jest.restoreAllMocks())

    /** What a script says while it runs, as `medusa exec` runs it. */
    const said = async (script: typeof pushSync, ...args: string[]) => {
      const logger = getContainer().resolve(ContainerRegistrationKeys.LOGGER)
      const lines: string[] = []
      const keep = (line: unknown) => void lines.push(String(line))
      jest.spyOn(logger, "info").mockImplementation(keep)
      jest.spyOn(logger, "error").mockImplementation(keep)
      await script({ container: getContainer(), args })
      return lines.filter((line) => line.startsWith("pos: "))
    }

    /** An edit of which no event reports. */
    const renameQuietly = async (title: string) =>
      dbConnection.raw("UPDATE product SET title = ? WHERE id = ?", [title, shop.sweaterId])

    it("push-dry-run shows what a sync would do, and does nothing", async () => {
      await renameQuietly("Tröja, ny")
      const lines = await said(pushDryRun)
      expect(lines).toContain(`pos: change ${shop.sweaterId} Tröja, ny: name`)
      expect(lines.find((line) => line.startsWith("pos: reject"))).toContain("Utan pris")
      expect(lines.at(-1)).toMatch(new RegExp(`^pos: ${fixture.connectionId}: .*1 change`))
      expect(await fixture.names()).toEqual(["Tröja", "Äpplen"])
    })

    it("push-sync brings the POS in line before it ends", async () => {
      await renameQuietly("Tröja, ny")
      const [line] = await said(pushSync, fixture.connectionId)
      expect(line).toContain(`pos: ${fixture.connectionId}: 3 products, run `)
      expect(await fixture.names()).toEqual(["Tröja, ny", "Äpplen"])
    })

    it("push-reset sends everything in full under the same UUIDs, of a connection that is named", async () => {
      const before = (await fixture.products()).map(({ uuid }) => uuid).sort()
      expect(await said(pushReset)).toEqual([expect.stringContaining("name the connection")])
      const lost = await fixture.product("Äpplen")
      await fixture.discard(lost.uuid)
      const [line] = await said(pushReset, fixture.connectionId)
      expect(line).toContain(`pos: ${fixture.connectionId}: 3 products sent again`)
      expect((await fixture.products()).map(({ uuid }) => uuid).sort()).toEqual(before)
    })

    it("names a connection that is not there", async () => {
      await expect(said(pushSync, "poscon_unknown")).rejects.toThrow(/poscon_unknown/)
    })

    it("leaves paused connections alone", async () => {
      await dbConnection.raw("UPDATE pos_connection SET state = 'paused' WHERE id = ?", [fixture.connectionId])
      expect(await said(pushSync)).toEqual([])
    })
  },
})
