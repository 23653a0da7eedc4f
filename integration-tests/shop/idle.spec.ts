import { appendFileSync } from "node:fs"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { endApplicationParts, startApplicationParts } from "../../src/modules/pos/lifecycle-hooks"
import { ageStore, passIdleMinutes, recordWrites } from "./support/statements/idle-minutes"
import { groupStatements, recordStatements } from "./support/statements/record-statements"
import { storeSuite } from "./support/store-suite"
import { useConnectedStore } from "./support/use-connected-store"

/** Every job has run in this time, also the one of five minutes. */
const MINUTES = 5

/** `LIST_STATEMENTS=statements.txt npm test -- shop idle` writes down what was sent. */
function report(title: string, statements: string[]): void {
  if (process.env.LIST_STATEMENTS) {
    const heading = `${title}: ${statements.length} statements in ${MINUTES} minutes`
    appendFileSync(process.env.LIST_STATEMENTS, `${heading}\n${groupStatements(statements)}\n\n`)
  }
}

/** What a store at rest sends in some minutes, and what it writes beside its housekeeping. */
async function rest(container: MedusaContainer, knex: Knex) {
  await ageStore(knex)
  await passIdleMinutes(container, MINUTES)
  let statements: string[] = []
  const written = await recordWrites(container, async () => {
    // Begins before a minute of all jobs, so that what they remember of the last one counts.
    await passIdleMinutes(container, 1)
    statements = await recordStatements(container, async () => passIdleMinutes(container, MINUTES))
  })
  return { statements, written }
}

storeSuite({
  moduleName: "idle-installed",
  testSuite: ({ getContainer, dbConnection }) => {
    it("a store without a connection sends five statements a minute at most", async () => {
      const { statements, written } = await rest(getContainer(), dbConnection)
      report("Without a connection", statements)
      expect(written).toEqual([])
      expect(statements.length / MINUTES).toBeLessThanOrEqual(5)
      expect(statements.length).toBeGreaterThan(0)
    })

    it("a store without a connection starts with few statements: nothing is probed that nothing needs", async () => {
      const statements = await recordStatements(getContainer(), async () => {
        await endApplicationParts()
        startApplicationParts()
      })
      report("At a start", statements)
      expect(statements.length).toBeLessThanOrEqual(10)
    })
  },
})

storeSuite({
  moduleName: "idle-connected",
  testSuite: ({ api, getContainer, dbConnection }) => {
    const here = useConnectedStore({ api, getContainer })

    it("a connected store in which nothing happens sends twenty statements a minute at most", async () => {
      const { uuid } = await here.fixture.variant("TROJA-M")
      await here.fixture.posDriver.sell([{ variantUuid: uuid, quantity: 1 }])
      await here.fixture.waitUntilProcessed()
      const { statements, written } = await rest(getContainer(), dbConnection)
      report("Connected", statements)
      expect(written).toEqual([])
      expect(statements.length / MINUTES).toBeLessThanOrEqual(20)
    })
  },
})
