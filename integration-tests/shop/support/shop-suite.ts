import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import { medusaIntegrationTestRunner } from "@medusajs/test-utils"
import { restPumps } from "../../../src/workflows/queue/pump"
import { useShopSandbox } from "./shop-sandbox"

/** A test waits for conditions; this is for a machine that is much slower than a desk. */
jest.setTimeout(120_000)

type Suite = Parameters<typeof medusaIntegrationTestRunner>[0]

/**
 * Tests against a real Medusa with a database and a sandbox of their own; the database is restored before each. The pumps rest between two tests:
 * one that outlived its test would work on the next one's database. No job starts by the clock: a test calls those that
 * it is about.
 */
export function shopSuite({ testSuite, ...options }: Pick<Suite, "moduleName" | "testSuite">): void {
  useShopSandbox()
  // Medusa starts twice here, with a clock each: nothing may be given to either.
  jest.spyOn(WorkflowScheduler.prototype, "scheduleWorkflow").mockResolvedValue(undefined)
  medusaIntegrationTestRunner({
    cwd: process.cwd(),
    ...options,
    testSuite: (tools) => {
      testSuite(tools)
      // Hooks run in the order in which they are made: after the suite's own, so that the snapshot is one at rest.
      beforeAll(restPumps)
      afterEach(restPumps)
    },
  })
}
