import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { type AccountRow, beginPull, endPull, openAccount } from "../../modules/pos/queries/finance/accounts"
import type { AccountTypeGroup } from "../../pos-api/contract"
import { pump } from "../queue/pump"
import { posPullSliceWorkflow } from "./pull-slice"
import { posSettleAccountWorkflow } from "./settle-account"
import { FIRST_SLICE_MS, nextSliceLength } from "./slice-length"

const HOUR_MS = 3_600_000
const YEAR_MS = 365.25 * 24 * HOUR_MS

/** What a pull came to. `finished` false: the account says why, and the next pull goes on from there. */
export type Pulled = { finished: boolean; read: number; stored: number }

/**
 * Reads an account from where the last pull came to, less the look-back, up to now; the first time from the beginning
 * of the history on, oldest first. It may end at any moment: what was read is stored, and the next pull goes on there.
 */
export async function pullAccount(
  container: MedusaContainer,
  connectionId: string,
  group: AccountTypeGroup
): Promise<void> {
  await pump(`account:${connectionId}:${group}`, async () => {
    const pos = container.resolve(POS_MODULE)
    const { finance } = await pos.getOptions()
    const now = await pos.now()
    const account = await openAccountOf(container, connectionId, group)
    const lookedBack = new Date(account.pulled_until.getTime() - finance.lookBackHours * HOUR_MS)
    const start = lookedBack > account.history_from ? lookedBack : account.history_from
    await pos.query((sql) => beginPull(sql, account.id, { now, until: now }))
    const { finished } = await pullPeriod(container, account, { start, end: now })
    if (finished) {
      await pos.query((sql) => endPull(sql, account.id, now))
    }
  })
}

/** The connection's account; opened with the history that the options ask for when it is not there yet. */
export async function openAccountOf(container: MedusaContainer, connectionId: string, group: AccountTypeGroup) {
  const pos = container.resolve(POS_MODULE)
  const { historyYears } = (await pos.getOptions()).finance
  return pos.query((sql, now) =>
    openAccount(sql, {
      ...{ id: generateEntityId("", "posacc"), connectionId, group },
      historyFrom: new Date(now.getTime() - historyYears * YEAR_MS),
    })
  )
}

/** Reads a period slice by slice and composes payouts; what is known already stays as it is. `end` is over. */
export async function pullPeriod(
  container: MedusaContainer,
  account: Pick<AccountRow, "id" | "connection_id" | "account_group">,
  period: { start: Date; end: Date }
): Promise<Pulled> {
  const pulled: Pulled = { finished: false, read: 0, stored: 0 }
  let length = FIRST_SLICE_MS
  for (let start = period.start; start < period.end;) {
    const end = new Date(Math.min(start.getTime() + length, period.end.getTime()))
    const { result } = await posPullSliceWorkflow(container).run({
      input: {
        account,
        start: start.toISOString(),
        end: end.toISOString(),
      },
    })
    if (result.outcome === "stopped") {
      return pulled
    }
    if (result.outcome === "too-dense") {
      length = (end.getTime() - start.getTime()) / 2
      continue
    }
    pulled.read += result.read
    pulled.stored += result.stored
    length = nextSliceLength(end.getTime() - start.getTime(), result.read)
    start = end
  }
  await posSettleAccountWorkflow(container).run({ input: { account } })
  return { ...pulled, finished: true }
}
