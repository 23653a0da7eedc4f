import { type Knex, knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  clearInstances,
  closeWaitingroomClient,
  configLoaderOverride,
  createPostgresDatabaseTemplate,
  restorePostgresDatabaseFromTemplate,
  startApp,
} from "@medusajs/test-utils"
import { waitWorkflowExecutions } from "@medusajs/test-utils/dist/medusa-test-runner-utils/wait-workflow-executions"
import axios, { type AxiosInstance } from "axios"
import { shutdownWorkers } from "../../../src/runtime/workers"
import { copyMigratedDatabase, databaseUrl, dropDatabase } from "./test-databases"

/**
 * A Medusa in this process with a database of its own, a copy of the one that was migrated once for all suites. As
 * medusaIntegrationTestRunner, which migrates anew for each suite and boots Medusa twice: 20 s of its 30. It is booted
 * for the first suite, and serves those that are loaded beside it.
 */
export class StoreUnderTest {
  readonly databaseUrl: string
  readonly dbConnection: Knex
  readonly api: AxiosInstance = axios.create()
  /** The database when Medusa had started. */
  private readonly beginning: string
  /** The database before the first test of the suite that runs. */
  private readonly snapshot: string
  private running: Awaited<ReturnType<typeof startApp>> | null = null
  private hasSnapshot = false

  constructor(private readonly database: string) {
    this.beginning = `${database}-beginning`
    this.snapshot = `${database}-snapshot`
    this.databaseUrl = databaseUrl(database)
    this.dbConnection = knex({ client: "pg", connection: this.databaseUrl, pool: { min: 0, max: 10 } })
  }

  get container(): MedusaContainer {
    if (!this.running) {
      throw new Error("The store has not started yet: ask for its container in a hook or a test")
    }
    return this.running.container
  }

  /** For a suite: an empty shop, whatever another did before. */
  async begin(): Promise<void> {
    this.hasSnapshot = false
    if (this.running) {
      await restorePostgresDatabaseFromTemplate({ databaseName: this.database, templateName: this.beginning })
      return
    }
    await this.start()
    // Copying a database ends its connections, and with them what the start began beside itself, such as its indexes.
    await shutdownWorkers()
    await createPostgresDatabaseTemplate({ databaseName: this.database, templateName: this.beginning })
  }

  private async start(): Promise<void> {
    await copyMigratedDatabase(this.database)
    await configLoaderOverride(process.cwd(), { clientUrl: this.databaseUrl, debug: false })
    this.running = await startApp({ cwd: process.cwd() })
    this.api.defaults.baseURL = `http://localhost:${this.running.port}`
    await waitWorkflowExecutions(this.container)
  }

  /** The database as it was before the first test, which is when the suite's own hooks have filled it. */
  async restore(): Promise<void> {
    const names = { databaseName: this.database, templateName: this.snapshot }
    if (this.hasSnapshot) {
      await restorePostgresDatabaseFromTemplate(names)
      return
    }
    await createPostgresDatabaseTemplate(names)
    this.hasSnapshot = true
  }

  async untilWorkflowsEnded(): Promise<void> {
    await waitWorkflowExecutions(this.container)
  }

  async stop(): Promise<void> {
    await this.shutDown()
    await clearInstances()
    await this.dbConnection.destroy()
    await closeWaitingroomClient()
    for (const name of [this.database, this.beginning, this.snapshot]) {
      await dropDatabase(name)
    }
  }

  /**
   * Shuts Medusa down, once no worker is running. The test utilities give this five seconds. If it takes longer, they
   * repeat it without a limit, and then throw.
   */
  private async shutDown(): Promise<void> {
    await shutdownWorkers()
    try {
      await this.running?.shutdown()
    } catch (error) {
      if (!(error instanceof Error && error.message === "Timeout")) {
        throw error
      }
    }
  }
}
