import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { comparePayout, composeFrom } from "../../modules/pos/queries/finance/compare-payouts"
import { listAccounts } from "../../modules/pos/queries/finance/accounts"
import { pullPeriod } from "../finance/pull-account"
import { judgePayout } from "./judge-payout"
import type { Mended } from "./mended"

const HOUR_MS = 3_600_000

/** Reads the account's rows behind a payout again, and composes the payout anew. */
export async function mendPayout(
  container: MedusaContainer,
  connection: ConnectionRecord,
  payoutId: string
): Promise<Mended> {
  const pos = container.resolve(POS_MODULE)
  const read = async () => pos.query((sql) => comparePayout(sql, connection.id, payoutId))
  const payout = await read()
  if (!payout || judgePayout(payout, connection.currency_code) === null) {
    return { outcome: "gone" }
  }
  const accounts = await pos.query((sql) => listAccounts(sql, connection.id))
  const account = accounts.find(({ account_group }) => account_group === payout.account_group)
  if (!account) {
    return { outcome: "failed", failure: "The account is not known." }
  }
  await pos.query((sql) => composeFrom(sql, account.id, payout.occurred_at))
  // Before the first payout there is no end of another: the account's history begins then.
  const start = payout.after_at > account.history_from ? payout.after_at : account.history_from
  const end = new Date(Math.min(payout.occurred_at.getTime() + HOUR_MS, (await pos.now()).getTime()))
  const { finished } = await pullPeriod(container, account, { start, end })
  if (!finished) {
    const [stopped] = (await pos.query((sql) => listAccounts(sql, connection.id))).filter(({ id }) => id === account.id)
    return { outcome: "failed", failure: stopped?.state_reason ?? "The account could not be read." }
  }
  const composed = await read()
  return composed && judgePayout(composed, connection.currency_code) === null
    ? { outcome: "mended" }
    : { outcome: "failed", failure: "The service tells no other rows: they do not make the payout's amount." }
}
