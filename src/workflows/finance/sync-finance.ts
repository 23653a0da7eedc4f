import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { listAccounts } from "../../modules/pos/queries/finance/accounts"
import type { AccountTypeGroup } from "../../pos-api/contract"
import { mayCall } from "../connection/circuit-breaker"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { drainGiftCards } from "../gift-cards/drain-gift-cards"
import { pullAccount } from "./pull-account"
import { reckonVat } from "./reckon-vat"
import { drainReceipts } from "./extract-receipt-payments"

/** Everything about a connection's money that is due now: receipts, gift cards, accounts. */
export async function syncFinance(container: MedusaContainer, connection: ConnectionRecord): Promise<void> {
  await drainReceipts(container, connection.id)
  await reckonVat(container, connection.id)
  if (!mayCall(connection, await container.resolve(POS_MODULE).now())) {
    return
  }
  const groups = await groupsToPull(container, connection.id)
  await Promise.all([
    drainGiftCards(container, connection.id),
    ...groups.map((group) => pullAccount(container, connection.id, group)),
  ])
}

/** Accounts that were never pulled, broke off on the way, or were pulled too long ago. */
async function groupsToPull(container: MedusaContainer, connectionId: string): Promise<AccountTypeGroup[]> {
  const pos = container.resolve(POS_MODULE)
  const { finance } = await pos.getOptions()
  const dueSince = (await pos.now()).getTime() - finance.pullEveryMinutes * 60_000
  const accounts = await pos.query((sql) => listAccounts(sql, connectionId))
  const wanted: AccountTypeGroup[] = finance.preliminary ? ["liquid", "preliminary"] : ["liquid"]
  return wanted.filter((group) => {
    const account = accounts.find(({ account_group }) => account_group === group)
    if (!account || account.last_tried_at === null) {
      return true
    }
    const broken = account.state !== "forbidden" && account.pulling_until !== null
    return broken || account.last_tried_at.getTime() <= dueSince
  })
}
