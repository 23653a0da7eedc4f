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
    let till: PushFixture

    beforeAll(async () => {
      shop = await seedStore(getContainer())
    })

    beforeEach(async () => {
      till = await PushFixture.open({ api, admin: await userHeaders(getContainer()), shop })
      await till.quiet()
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

    /** An edit of which no event tells. */
    const renameQuietly = async (title: string) =>
      dbConnection.raw("UPDATE product SET title = ? WHERE id = ?", [title, shop.sweaterId])

    it("push-dry-run tells what a sync would do, and does nothing", async () => {
      await renameQuietly("Tröja, ny")
      const lines = await said(pushDryRun)
      expect(lines).toContain(`pos: change ${shop.sweaterId} Tröja, ny: name`)
      expect(lines.find((line) => line.startsWith("pos: reject"))).toContain("Utan pris")
      expect(lines.at(-1)).toMatch(new RegExp(`^pos: ${till.connectionId}: .*1 change`))
      expect(await till.names()).toEqual(["Tröja", "Äpplen"])
    })

    it("push-sync brings the POS in line before it ends", async () => {
      await renameQuietly("Tröja, ny")
      const [line] = await said(pushSync, till.connectionId)
      expect(line).toContain(`pos: ${till.connectionId}: 3 products, run `)
      expect(await till.names()).toEqual(["Tröja, ny", "Äpplen"])
    })

    it("push-reset sends everything in full under the same UUIDs, of a connection that is named", async () => {
      const before = (await till.products()).map(({ uuid }) => uuid).sort()
      expect(await said(pushReset)).toEqual([expect.stringContaining("name the connection")])
      const lost = await till.product("Äpplen")
      await till.discard(lost.uuid)
      const [line] = await said(pushReset, till.connectionId)
      expect(line).toContain(`pos: ${till.connectionId}: 3 products sent again`)
      expect((await till.products()).map(({ uuid }) => uuid).sort()).toEqual(before)
    })

    it("names a connection that is not there", async () => {
      await expect(said(pushSync, "poscon_unknown")).rejects.toThrow(/poscon_unknown/)
    })

    it("leaves paused connections alone", async () => {
      await dbConnection.raw("UPDATE pos_connection SET state = 'paused' WHERE id = ?", [till.connectionId])
      expect(await said(pushSync)).toEqual([])
    })
  },
})
