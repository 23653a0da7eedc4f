import { z } from "zod"
import type { Life } from "./life"
import { toThousandths } from "./sale-model"
import type { StatementRow } from "./statement-model"

const amountSchema = z.union([z.number(), z.string()]).transform(Number)

const rowSchema = z.looseObject({
  timestamp: z.string(),
  amount: amountSchema,
  originatorTransactionType: z.string(),
})

const rowsSchema = z.union([
  z.array(rowSchema),
  z.looseObject({ data: z.array(rowSchema) }).transform(({ data }) => data),
])

const balanceSchema = z.looseObject({ totalBalance: amountSchema })

const unwrap = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "data" in value ? value.data : value

const PERIOD = "start=2026-01-01T00:00:00.000Z&end=2200-01-01T00:00:00.000Z&limit=100000"

/** A moment in any form that the POS writes; without a zone it is UTC. */
const readMoment = (text: string) => Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`)

const inOrder = (rows: StatementRow[]) =>
  rows
    .map(({ at, type, amount }) => `${new Date(at).toISOString()} ${type} ${String(amount)}`)
    .sort((left, right) => (left < right ? -1 : left > right ? 1 : 0))

/** Compares everything that the interfaces show with the model, to the minor unit and to the thousandth. */
export async function checkStatements(life: Life): Promise<void> {
  const { merchant, statement } = life
  const get = async (path: string): Promise<unknown> => {
    const first = await merchant.api.get<unknown>(path)
    // The first call of the purchases may fail once, and its repeat succeeds.
    const { status, data } = first.status === 500 ? await merchant.api.get<unknown>(path) : first
    expect([path, status]).toEqual([path, 200])
    return data
  }
  const rows = rowsSchema.parse(await get(`/v2/accounts/liquid/transactions?${PERIOD}`))
  const shown = rows.map(({ timestamp, amount, originatorTransactionType: type }) => ({
    at: readMoment(timestamp),
    type,
    amount,
  }))
  expect(inOrder(shown)).toEqual(inOrder(statement.rows))
  const { totalBalance } = balanceSchema.parse(unwrap(await get("/v2/accounts/liquid/balance")))
  expect(totalBalance).toBe(statement.balance)
  const preliminary = balanceSchema.parse(unwrap(await get("/v2/accounts/preliminary/balance")))
  expect(preliminary.totalBalance).toBe(statement.preliminaryBalance)
  const payout = balanceSchema.parse(unwrap(await get("/v2/payout-info")))
  expect(payout.totalBalance).toBe(statement.balance)
  await checkPurchases(life, get)
  for (const { uuid, initial, remaining, validTo } of life.cards) {
    expect(await get(`/organizations/self/giftcards/external/${uuid}`)).toMatchObject({
      uuid,
      initialAmount: initial,
      remainingAmount: remaining,
      validTo,
    })
  }
  await checkStock(life, get)
}

type Get = (path: string) => Promise<unknown>

const listSchema = z.looseObject({
  purchases: z.array(z.looseObject({ amount: z.number() })),
})

/** The list goes three years back, and each purchase can be read for ever. */
async function checkPurchases({ purchases: known, sales, now }: Life, get: Get): Promise<void> {
  const oldest = new Date(now)
  oldest.setUTCFullYear(oldest.getUTCFullYear() - 3)
  const amounts = known.filter(({ at }) => at >= oldest.getTime()).map(({ amount }) => amount)
  const { purchases } = listSchema.parse(await get("/purchases/v2?startDate=2026-01-01&limit=1000"))
  expect(purchases.map(({ amount }) => amount)).toEqual(amounts)
  for (const { uuid, refunds } of sales) {
    expect(await get(`/purchases/v2/${uuid}`)).toMatchObject({ purchaseUUID1: uuid, refunded: refunds > 0 })
  }
}

const stockSchema = z.array(z.looseObject({ variantUuid: z.string(), balance: z.union([z.number(), z.string()]) }))

/** A row that is missing is 0. */
async function checkStock({ merchant, stock, goods }: Life, get: Get): Promise<void> {
  const { store } = await merchant.inventories()
  const rows = stockSchema.parse(await get(`/v3/stock/${store}`))
  for (const { variantUuid } of goods) {
    const row = rows.find((item) => item.variantUuid === variantUuid)
    expect(toThousandths(row?.balance ?? 0)).toBe(stock.get(variantUuid) ?? 0)
  }
}
