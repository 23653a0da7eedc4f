import fc from "fast-check"
import type { Merchant } from "./merchant"
import { isListening, isSold, type Model, movedAtPos, wareOf } from "./model"

type Command = fc.AsyncCommand<Model, Merchant>

/** A command with its words for the report; what it does to the model comes with what it does to both sides. */
const command = (words: string, check: (model: Model) => boolean, run: Command["run"]): Command => ({
  check,
  run,
  toString: () => words,
})

/** Stock starts again, or something was lost: from here on the model knows bounds, no levels. */
const restarts = (model: Model) => {
  model.isExact = false
}

/** The product leaves the POS or comes back; waits until it has. */
async function changesListing(model: Model, merchant: Merchant): Promise<void> {
  restarts(model)
  model.hasLeft = true
  // A product that the plugin creates is tracked again.
  model.isTracked = true
  await merchant.listed(model)
}

/** What the POS reports stock while `fault` holds. */
const withFault = (kind: string, sku: string, change: number): Command =>
  command(
    `${kind}: POS ${sku} ${change}`,
    (model) => isSold(model) && model.isTracked,
    async (model, merchant) => {
      const fault = await merchant.posDriver.fault({ kind, eventName: "InventoryBalanceChanged" })
      await merchant.stock.change(sku, change)
      movedAtPos(model, sku, change)
      if (kind === "lose") {
        restarts(model)
        await merchant.reported()
        await merchant.posDriver.endFault(fault)
      }
    }
  )

export const DETOURS = {
  publish: () =>
    command(
      "publish",
      (model) => !model.isPublished && isListening(model),
      async (model, merchant) => {
        await merchant.publish("published")
        model.isPublished = true
        await changesListing(model, merchant)
      }
    ),
  unpublish: () =>
    command(
      "unpublish",
      (model) => model.isPublished && isListening(model),
      async (model, merchant) => {
        await merchant.publish("draft")
        model.isPublished = false
        await changesListing(model, merchant)
      }
    ),
  exclude: () =>
    command(
      "exclude",
      (model) => !model.isExcluded && isListening(model),
      async (model, merchant) => {
        await merchant.include("exclude")
        model.isExcluded = true
        await changesListing(model, merchant)
      }
    ),
  include: () =>
    command(
      "include",
      (model) => model.isExcluded && isListening(model),
      async (model, merchant) => {
        await merchant.include("auto")
        model.isExcluded = false
        await changesListing(model, merchant)
      }
    ),
  create: () =>
    command(
      "create a product",
      () => true,
      async (model, merchant) => {
        model.made += 1
        const title = `Mugg ${model.made}`
        await merchant.createProduct(title)
        model.extras.push(title)
      }
    ),
  remove: () =>
    command(
      "delete a product",
      (model) => model.extras.length > 0,
      async (model, merchant) => {
        await merchant.deleteProduct(model.extras.shift() ?? "")
      }
    ),
  orderOnline: (sku: string, quantity: number) =>
    command(
      `web order ${sku} ${quantity}`,
      () => true,
      async (model, merchant) => {
        const available = await merchant.available(sku)
        if (available >= quantity) {
          await merchant.orderOnline(sku, quantity)
          wareOf(model, sku).storeMoves.push(-quantity)
        }
      }
    ),
  adjust: (sku: string, change: number) =>
    command(
      `store ${sku} ${change}`,
      () => true,
      async (model, merchant) => {
        await merchant.adjust(sku, change)
        wareOf(model, sku).storeMoves.push(change)
      }
    ),
  sell: (sku: string, quantity: number) =>
    command(`POS sale ${sku} ${quantity}`, isSold, async (model, merchant) => {
      const variantUuid = (await merchant.stock.productOf(sku)).variantUuid
      const { purchaseUUID1 } = await merchant.posDriver.sell([{ variantUuid, quantity }])
      model.sales.push({ uuid: purchaseUUID1, sku, quantity })
      movedAtPos(model, sku, -quantity)
    }),
  refund: () =>
    command(
      "POS refund",
      (model) => isSold(model) && model.sales.length > 0,
      async (model, merchant) => {
        const sale = model.sales.shift()
        if (sale) {
          await merchant.posDriver.refund({ purchaseUuid: sale.uuid })
          movedAtPos(model, sale.sku, sale.quantity)
        }
      }
    ),
  change: (sku: string, change: number) =>
    command(
      `POS ${sku} ${change}`,
      (model) => isSold(model) && model.isTracked,
      async (model, merchant) => {
        await merchant.stock.change(sku, change)
        movedAtPos(model, sku, change)
      }
    ),
  lose: (sku: string, change: number) => withFault("lose", sku, change),
  duplicate: (sku: string, change: number) => withFault("duplicate", sku, change),
  reorder: (sku: string, change: number) => withFault("reorder", sku, change),
  track: (tracking: "enable" | "disable") =>
    command(
      `tracking: ${tracking}`,
      (model) => isSold(model) && model.isTracked !== (tracking === "enable") && isListening(model),
      async (model, merchant) => {
        // What is under way is of another time than what follows.
        await merchant.look(model)
        restarts(model)
        await merchant.track(tracking)
        model.isTracked = tracking === "enable"
      }
    ),
  trackWithoutNotification: (tracking: "enable" | "disable") =>
    command(`tracking: ${tracking}, and nobody receives it`, isSold, async (model, merchant) => {
      await merchant.look(model)
      restarts(model)
      const fault = await merchant.posDriver.fault({ kind: "lose" })
      await merchant.track(tracking)
      await merchant.reported()
      await merchant.posDriver.endFault(fault)
      model.isTracked = tracking === "enable"
    }),
  drift: (drift_policy: "report" | "trust-pos") =>
    command(`differences: ${drift_policy}`, isListening, async (model, merchant) => {
      await merchant.look(model)
      restarts(model)
      await merchant.stock.settings({ drift_policy })
    }),
  policy: (policy: Model["policy"]) =>
    command(
      `policy: ${policy}`,
      (model) => model.policy !== policy && isListening(model),
      async (model, merchant) => {
        await merchant.look(model)
        restarts(model)
        await merchant.setPolicy(policy)
        model.policy = policy
      }
    ),
  pause: () =>
    command("pause", isListening, async (model, merchant) => {
      restarts(model)
      await merchant.pause()
      model.isPaused = true
    }),
  resume: () =>
    command(
      "resume",
      (model) => model.isPaused && model.isConnected,
      async (model, merchant) => {
        await merchant.resume()
        model.isPaused = false
      }
    ),
  disconnect: () =>
    command("disconnect", isListening, async (model, merchant) => {
      restarts(model)
      await merchant.disconnect()
      model.isConnected = false
    }),
  connect: () =>
    command(
      "connect again",
      (model) => !model.isConnected,
      async (model, merchant) => {
        await merchant.connect()
        model.isConnected = true
      }
    ),
  look: () => command("look", isListening, async (model, merchant) => merchant.look(model)),
}

/** What ends every history: all is switched on again, and looked at twice, since the second look must change nothing. */
export const ENDING: Command[] = [
  DETOURS.connect(),
  DETOURS.resume(),
  DETOURS.publish(),
  DETOURS.include(),
  DETOURS.track("enable"),
  DETOURS.policy("two_way"),
  DETOURS.look(),
  DETOURS.look(),
]

const SKUS = ["TROJA-M", "TROJA-L"] as const
const moved = fc.tuple(
  fc.constantFrom(...SKUS),
  fc.integer({ min: -4, max: 5 }).filter((change) => change !== 0)
)
const taken = fc.tuple(fc.constantFrom(...SKUS), fc.integer({ min: 1, max: 3 }))

/** Histories of a merchant who takes detours. @param length how many commands are drawn at the most */
export const histories = (length: number) =>
  fc.commands<Model, Merchant, false>(
    [
      ...[DETOURS.publish, DETOURS.unpublish, DETOURS.exclude, DETOURS.include, DETOURS.create, DETOURS.remove].map(
        (make) => fc.constant(make())
      ),
      ...[DETOURS.pause, DETOURS.resume, DETOURS.disconnect, DETOURS.connect, DETOURS.look, DETOURS.refund].map(
        (make) => fc.constant(make())
      ),
      taken.map(([sku, quantity]) => DETOURS.orderOnline(sku, quantity)),
      moved.map(([sku, change]) => DETOURS.adjust(sku, change)),
      taken.map(([sku, quantity]) => DETOURS.sell(sku, quantity)),
      moved.map(([sku, change]) => DETOURS.change(sku, change)),
      moved.map(([sku, change]) => DETOURS.lose(sku, change)),
      moved.map(([sku, change]) => DETOURS.duplicate(sku, change)),
      moved.map(([sku, change]) => DETOURS.reorder(sku, change)),
      fc.constantFrom("enable" as const, "disable" as const).map((tracking) => DETOURS.track(tracking)),
      fc.constantFrom("report" as const, "trust-pos" as const).map((policy) => DETOURS.drift(policy)),
      fc
        .constantFrom("two_way" as const, "pos_to_store" as const, "off" as const)
        .map((policy) => DETOURS.policy(policy)),
    ],
    { maxCommands: length, size: "max" }
  )
