import { z } from "zod"
import type { Sandbox } from "../../../src"
import { Merchant } from "../merchant"
import { aProduct, aVariant } from "../products"
import { checkStatements } from "./check-statements"
import { GOODS, type History, type Step } from "./history-arbitrary"
import { type Life, TIME_ZONE } from "./life"
import { refund } from "./refund"
import { quantityText } from "./sale-model"
import { sell } from "./sell"
import { StatementModel } from "./statement-model"

/** Seconds that an access token lives. */
const TOKEN_SECONDS = 7_200

/** Runs a history against a sandbox and its model, and compares all that both show. */
export async function liveThrough(sandbox: Sandbox, { isTaxOnTop, steps }: History): Promise<void> {
  const merchant = await Merchant.open(sandbox, {
    timeZone: TIME_ZONE,
    taxationMode: isTaxOnTop ? "EXCLUSIVE" : "INCLUSIVE",
  })
  await merchant.control.post("/clock", { stopped: true })
  const now = sandbox.clock.now().getTime()
  await merchant.renewToken()
  const { data: settings } = await merchant.control.get("/settings")
  const listsInvoices = z.looseObject({ dialect: z.looseObject({ financeShape: z.string() }) }).parse(settings)
  const goods = []
  for (const { name, price, vatPercentage, unitName } of GOODS) {
    const variants = [aVariant({ price: { amount: price, currencyId: "SEK" } })]
    const change = { name, vatPercentage: String(vatPercentage), unitName, variants }
    const { product, variantUuid } = await merchant.createProduct(aProduct(change))
    goods.push({ productUuid: product.uuid, variantUuid })
  }
  const life: Life = {
    merchant,
    isTaxOnTop,
    now,
    statement: new StatementModel(now, listsInvoices.dialect.financeShape === "spec"),
    sales: [],
    purchases: [],
    cards: [],
    stock: new Map(),
    goods,
  }
  for (const step of [...steps, { kind: "check" } as const]) {
    await take(life, step)
  }
}

async function take(life: Life, step: Step): Promise<void> {
  const { merchant, statement } = life
  const { organizationUuid, control } = merchant
  switch (step.kind) {
    case "sell":
      return sell(life, step)
    case "refund":
      return refund(life, step)
    case "deliver": {
      const { productUuid, variantUuid } = life.goods[step.product] ?? { productUuid: "", variantUuid: "" }
      const change = quantityText(step.thousandths)
      const answer = await control.post("/stock", { organizationUuid, productUuid, variantUuid, change })
      expect(answer.status).toBe(200)
      life.stock.set(variantUuid, (life.stock.get(variantUuid) ?? 0) + step.thousandths)
      return
    }
    case "advance":
      return advance(life, step.minutes)
    case "period":
      await control.patch(`/organizations/${organizationUuid}`, { payoutPeriodicity: step.period })
      statement.period = step.period
      return
    case "failing-payouts":
      await control.post("/failing-payouts", { organizationUuid, payouts: step.payouts })
      statement.failing = step.payouts
      return
    case "check":
      return checkStatements(life)
  }
}

/** The token is valid up to its last second, and refused from then on. */
async function advance(life: Life, minutes: number): Promise<void> {
  const { merchant } = life
  await merchant.renewToken()
  await merchant.control.post("/clock", { advance: minutes * 60 })
  life.now += minutes * 60_000
  life.statement.moveTo(life.now)
  const { status } = await merchant.api.get("/users/self")
  expect([minutes, status]).toEqual([minutes, minutes * 60 >= TOKEN_SECONDS ? 401 : 200])
  await merchant.renewToken()
}
