import fc from "fast-check"
import { z } from "zod"
import { DIALECTS } from "../src"
import { Destination } from "./support/destination"
import { historyArbitrary } from "./support/histories/history-arbitrary"
import { liveThrough } from "./support/histories/live-through"
import { WebhookModel } from "./support/histories/webhook-model"
import { Merchant } from "./support/merchant"
import { MONDAY, openSandbox } from "./support/use-sandbox"

/** More by EXAMPLES=all, or any number by HISTORIES. HISTORY_SEED repeats a run, whose seed is in the output. */
const RUNS = Number(process.env.HISTORIES ?? (process.env.EXAMPLES === "all" ? 300 : 12))
const SEED = Number(process.env.HISTORY_SEED ?? Math.floor(Math.random() * 2 ** 31))

describe("A random history of an organization", () => {
  beforeAll(() => void process.stdout.write(`HISTORY_SEED=${SEED} HISTORIES=${RUNS}\n`))

  it.each(DIALECTS)(
    "shows the money, stock and gift cards that an independent model computes, in the profile %s",
    async (dialect) => {
      await fc.assert(
        fc.asyncProperty(historyArbitrary, async (history) => {
          const sandbox = await openSandbox({ startAt: MONDAY, dialect })
          try {
            await liveThrough(sandbox, history)
          } finally {
            await sandbox.close()
          }
        }),
        { numRuns: RUNS, seed: SEED }
      )
    }
  )
})

type WebhookStep = { kind: "publish" } | { kind: "turn"; isUp: boolean } | { kind: "advance"; minutes: number }

const webhookStep: fc.Arbitrary<WebhookStep> = fc.oneof(
  fc.record({ kind: fc.constant("publish") }),
  fc.record({ kind: fc.constant("turn"), isUp: fc.boolean() }),
  fc.record({ kind: fc.constant("advance"), minutes: fc.constantFrom(1, 9, 10, 95, 100, 60, 300, 1_440, 4_301) })
)

const statusesSchema = z.array(z.looseObject({ status: z.string() }))

describe("A random history of a webhook destination", () => {
  it.each(DIALECTS)(
    "has the retries, the states and the removal of the schedule, in the profile %s",
    async (dialect) => {
      const steps = fc.array(webhookStep, { minLength: 1, maxLength: 25, size: "max" })
      await fc.assert(
        fc.asyncProperty(steps, async (history) => {
          const sandbox = await openSandbox({ startAt: MONDAY, dialect })
          const destination = await new Destination().open()
          try {
            await followRetries(await Merchant.open(sandbox), destination, history)
          } finally {
            await sandbox.close()
            await destination.close()
          }
        }),
        { numRuns: RUNS, seed: SEED }
      )
    }
  )
})

async function followRetries(merchant: Merchant, destination: Destination, history: WebhookStep[]): Promise<void> {
  await merchant.control.post("/clock", { stopped: true })
  expect((await merchant.subscribe(destination.url, ["ProductCreated"])).status).toBe(200)
  const model = new WebhookModel()
  for (const step of history) {
    switch (step.kind) {
      case "publish":
        await merchant.createProduct()
        await merchant.settled()
        model.publish()
        break
      case "turn":
        destination.status = step.isUp ? 200 : 500
        model.isUp = step.isUp
        break
      case "advance":
        await merchant.advance(step.minutes * 60)
        model.advance(step.minutes)
    }
    const { data } = await merchant.api.get<unknown>("/organizations/self/subscriptions")
    const [status = "deleted"] = statusesSchema.parse(data).map((subscription) => subscription.status)
    const posts = destination.events("ProductCreated").length
    expect([step, posts, status]).toEqual([step, model.posts, model.status])
  }
}
