import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { claimInboxEntries } from "../../../src/runtime/inbox-claims"
import { claimStock } from "../../../src/features/stock/outbox"
import { createClaim } from "../../../src/modules/pos/queue-policies"
import { PosApiError } from "../../../src/pos-api/client"
import type { SeededRandom } from "../../../packages/pos-sandbox/src/seed/random"
import type { AxiosInstance } from "axios"
import { endWaits } from "./end-waits"
import { ENDINGS, dropStatement } from "./drop-statement"
import type { ConnectedStoreFixture } from "./connected-store-fixture"

type Tools = { api: AxiosInstance; getContainer: () => MedusaContainer; dbConnection: Knex }

/** What goes wrong between the store and the POS, drawn from random numbers, and how it comes to an end. */
export class FaultInjector {
  /** what the store has never received, and what it never received the end of */
  private eventsLost = false
  private answersLost = false

  constructor(
    private readonly tools: Tools,
    private readonly stage: ConnectedStoreFixture,
    private readonly random: SeededRandom
  ) {}

  /**
   * False when events and answers were both lost: a sale that nobody reported and a movement of the same size whose answer
   * was lost look alike at the POS, and nobody can know which of the two it was.
   */
  get isKnowable(): boolean {
    return !(this.eventsLost && this.answersLost)
  }

  /** From now on notifications are lost, doubled, late or out of order now and then. */
  async disturbNotifications(): Promise<string> {
    const faults: readonly [object, ...object[]] = [
      { kind: "lose", probability: 0.3 },
      { kind: "duplicate", probability: 0.5, copies: 3 },
      { kind: "delay", probability: 0.4, seconds: this.random.between(1, 3_600) },
      { kind: "reorder", probability: 0.5 },
    ]
    const fault = this.random.pick(faults)
    this.eventsLost ||= "kind" in fault && fault.kind === "lose"
    await this.stage.posDriver.fault({ kind: "", ...fault, times: 6 })
    return `notifications: ${JSON.stringify(fault)}`
  }

  /** The next calls fail: before they have their effect, or after it, when only the answer is lost. */
  async disturbCalls(): Promise<string> {
    const when = this.random.pick(["before", "after"])
    const fault = this.random.pick([
      { kind: "status", interface: "inventory", status: 503, when },
      { kind: "reset", interface: "inventory", when },
      { kind: "status", interface: "purchases", status: 500, when },
    ])
    this.answersLost ||= fault.interface === "inventory"
    await this.stage.posDriver.fault({ ...fault, times: 2 })
    return `calls: ${JSON.stringify(fault)}`
  }

  /** A process claims work and dies before it has done anything. */
  async dieBeforeEffect(): Promise<string> {
    const { pos, connectionId } = this.stage
    const [token, which] = [randomUUID(), { connectionId, limit: 3 }]
    const claimed = await pos.query((sql, now) =>
      claimInboxEntries(sql, { ...which, ...createClaim("inbox", token, now) })
    )
    const stock = await pos.query((sql, now) =>
      claimStock(sql, { ...which, tracked: true, ...createClaim("stock", token, now) })
    )
    return `die with ${claimed.length} notifications and ${stock.length} levels in hand`
  }

  /** The next process dies when the effects are there, and before it has said so. */
  async dieAfterEffect(): Promise<string> {
    const ending = this.random.pick(["notifications", "stock"] as const)
    dropStatement(this.stage.pos, ENDINGS[ending])
    return `die before the end of ${ending} is written`
  }

  /** The next process that reports the POS of stock dies over it: before the POS has received, or after. */
  async dieWhileTelling(): Promise<string> {
    const { pos } = this.stage
    const isReceived = this.random.chance(0.5)
    this.answersLost = true
    const clientOf = pos.clientOf.bind(pos)
    jest.spyOn(pos, "clientOf").mockImplementationOnce(async (connectionId) => {
      const client = await clientOf(connectionId)
      const { inventory } = client
      const move: NonNullable<typeof inventory>["move"] = async (request) => {
        if (isReceived) {
          await inventory?.move(request)
        }
        throw new Error("The process died")
      }
      return { ...client, inventory: inventory && { ...inventory, move } }
    })
    return `die ${isReceived ? "after" : "before"} reporting the POS`
  }

  /** The credentials are revoked, and a person enters new ones. */
  async reconnect(): Promise<string> {
    this.eventsLost = true
    await this.stage.posDriver.revokeKeys()
    await this.enterNewKey()
    return "reconnect"
  }

  /** The POS has deleted the subscription; the watch finds out. */
  async loseSubscription(): Promise<string> {
    try {
      this.eventsLost = true
      await this.stage.stopWebhooks()
      return "lose the subscription"
    } catch (error) {
      if (error instanceof PosApiError) {
        return "lose no subscription, there is none or no key that the webhook endpoint accepts"
      }
      throw error
    }
  }

  /** Time passes: claims of the dead run out, what waits for another attempt is due, the jobs of the clock run. */
  async letTimePass(): Promise<string> {
    const { posDriver, connectionId, pos } = this.stage
    await posDriver.advance(this.random.between(10, 600))
    await this.endWaits()
    if ((await pos.findConnection(connectionId)).state === "disconnected") {
      await this.enterNewKey()
    }
    await this.stage.catchUpNow()
    await this.stage.sweepNow()
    return "time passes"
  }

  private async enterNewKey(): Promise<void> {
    const { posDriver, connectionId, admin } = this.stage
    const path = `/admin/pos/connections/${connectionId}/api-key`
    await this.tools.api.post(path, { api_key: await posDriver.newApiKey() }, admin)
  }

  async endWaits(): Promise<void> {
    await endWaits(this.tools.dbConnection, this.stage.connectionId)
  }
}
