import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { findDueFinance } from "../../modules/pos/queries/rounds/due-finance"
import { listAccounts } from "../../modules/pos/queries/finance/accounts"
import type { AccountTypeGroup } from "../../pos-api/contract"
import { mayCall } from "../connection/circuit-breaker"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { drainGiftCards } from "../gift-cards/drain-gift-cards"
import { pullAccount } from "./pull-account"
import { askRound } from "../catch-up/ask-round"
import { knownTimeZone } from "../overview/time-zone"
import { reckonSales } from "../sales/reckon-sales"
import { bringUpToDate } from "./bring-up-to-date"

/** Everything about a connection's money that is due now: receipts, their figures, gift cards, accounts. */
export async function syncFinance(container: MedusaContainer, connection: ConnectionRecord): Promise<void> {
  await bringUpToDate(container, connection.id)
  await reckonSales(container, { connectionId: connection.id, timeZone: knownTimeZone(connection.time_zone) })
  if (!mayCall(connection, await container.resolve(POS_MODULE).now())) {
    return
  }
  const groups = await groupsToPull(container, connection.id)
  await Promise.all([
    drainGiftCards(container, connection.id),
    ...groups.map((group) => pullAccount(container, connection.id, group)),
  ])
}

/** Connections about whose money something is due, asked of all at once. */
export async function askDueFinance(container: MedusaContainer): Promise<string[]> {
  const { groups, pulledBefore } = await pullTerms(container)
  return askRound(container, async (sql, { now }) => findDueFinance(sql, { now, groups, pulledBefore }))
}

/** Which accounts are read, and when the last pull of one that is due began at the latest. */
async function pullTerms(container: MedusaContainer): Promise<{ groups: AccountTypeGroup[]; pulledBefore: Date }> {
  const pos = container.resolve(POS_MODULE)
  const { finance } = await pos.getOptions()
  return {
    groups: finance.preliminary ? ["liquid", "preliminary"] : ["liquid"],
    pulledBefore: new Date((await pos.now()).getTime() - finance.pullEveryMinutes * 60_000),
  }
}

/** Accounts that were never pulled, broke off on the way, or were pulled too long ago. */
async function groupsToPull(container: MedusaContainer, connectionId: string): Promise<AccountTypeGroup[]> {
  const { groups, pulledBefore } = await pullTerms(container)
  const accounts = await container.resolve(POS_MODULE).query((sql) => listAccounts(sql, connectionId))
  return groups.filter((group) => {
    const account = accounts.find(({ account_group }) => account_group === group)
    if (!account || account.last_tried_at === null) {
      return true
    }
    const broken = account.state !== "forbidden" && account.pulling_until !== null
    return broken || account.last_tried_at <= pulledBefore
  })
}
