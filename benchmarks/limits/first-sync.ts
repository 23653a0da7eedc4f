import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { POS_MODULE } from "../../src/modules/pos"
import { connect } from "../../test-support/connect"
import { saleTimes } from "../mirror/sale-times"
import { IncompleteMirrorError, type Goods, type MirrorStage } from "../mirror/stage"
import type { Stage } from "../push/contender"
import { countAtPos, goodsAtPos } from "./goods"
import { webSaleTimes } from "./web-sale-times"

const LOOK_MS = 100
const VARIANTS_OF_PRODUCT = 2

/** Variants that are sold at the register, and as many others in the web shop, as soon as the register has so many. */
const SOLD = 20

const inventoriesSchema = z.looseObject({ STORE: z.string() })

export type SyncedStage = {
  seconds: number
  /** milliseconds of the sales that fell into the sync */
  times: { atRegister: number[]; inWebShop: number[] }
  atRegister: MirrorStage
  inWebShop: MirrorStage
}

/**
 * Connects an empty POS and waits until it has the whole catalog with its stock, and sells on both sides meanwhile.
 * @returns the seconds since the run began, and what was sold
 */
export async function firstSyncWithSales(stage: Stage, products: number): Promise<SyncedStage> {
  const { container, shop, posDriver } = stage
  const pos = container.resolve(POS_MODULE)
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { connectionId, runId } = await connect(container, shop, posDriver.apiKey)
  const { created_at } = await pos.retrievePosRun(runId ?? "")
  const goods = await firstGoods(knex, connectionId)
  const { inventories } = await pos.findConnection(connectionId)
  const common = {
    container,
    knex,
    shop,
    posDriver,
    connectionId,
    storeUuid: inventoriesSchema.parse(inventories).STORE,
  }
  const atRegister = { ...common, goods: goods.slice(0, SOLD) }
  const inWebShop = { ...common, goods: goods.slice(SOLD) }
  let isRunning = true
  const goOn = async () => isRunning
  const selling = Promise.all([saleTimes(atRegister, goOn), webSaleTimes(inWebShop, goOn)])
  const wanted = products * VARIANTS_OF_PRODUCT - goods.length
  while ((await countAtPos(knex, connectionId, goods)) < wanted) {
    await sleep(LOOK_MS)
  }
  const seconds = (Date.now() - created_at.getTime()) / 1_000
  isRunning = false
  const [registerTimes, webTimes] = await selling
  return { seconds, times: { atRegister: registerTimes, inWebShop: webTimes }, atRegister, inWebShop }
}

async function firstGoods(knex: Knex, connectionId: string): Promise<Goods[]> {
  for (;;) {
    const goods = await goodsAtPos(knex, connectionId, SOLD * 2)
    if (goods.length === SOLD * 2) {
      return goods
    }
    await sleep(LOOK_MS)
  }
}

/** @throws IncompleteMirrorError unless the register has every variant with the store's stock, less what was sold */
export async function checkPos(
  { atRegister, inWebShop }: SyncedStage,
  products: number,
  stocked: number
): Promise<void> {
  const sold = new Set([...atRegister.goods, ...inWebShop.goods].map(({ variantUuid }) => variantUuid))
  const balances = (await atRegister.posDriver.products()).flatMap((product) => Object.entries(product.balances))
  const wrong = balances.filter(([uuid, balance]) => !sold.has(uuid) && Number(balance) !== stocked)
  if (balances.length !== products * VARIANTS_OF_PRODUCT || wrong.length > 0) {
    throw new IncompleteMirrorError("Stock at the register", [balances.length, wrong.slice(0, 3)], stocked)
  }
}
