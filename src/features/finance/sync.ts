import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { allOf, anyOf, type Fragment, fragment } from "../../modules/pos/database/page"
import { PosError } from "../../modules/pos/errors"
import type { AccountTypeGroup } from "../../pos-api/contract"
import { mayCall } from "../../runtime/circuit-breaker"
import { mayCallAt, some } from "../../runtime/due-work"
import { getErrorMessage } from "../../runtime/errors"
import { knownTimeZone } from "../../modules/pos/organization-time"
import { drainGiftCards } from "../gift-cards"
import { computeSales } from "../sales"
import { openAccountOf, pullAccount, type Pulled, pullPeriod } from "./pull"
import { bringUpToDate } from "./receipt-extracts"
import { type AccountRow, findAccount, listAccounts } from "./store"
import { isUnclaimed } from "../../modules/pos/queue-policies"

/** Syncs the finance data of a connection that is due: receipt extracts, daily sales, gift cards, accounts. */
export async function syncFinance(container: MedusaContainer, connection: ConnectionRecord): Promise<void> {
  await bringUpToDate(container, connection.id)
  await computeSales(container, { connectionId: connection.id, timeZone: knownTimeZone(connection.time_zone) })
  if (!mayCall(connection, await container.resolve(POS_MODULE).now())) {
    return
  }
  const groups = await groupsToPull(container, connection.id)
  await Promise.all([
    drainGiftCards(container, connection.id),
    ...groups.map((group) => pullAccount(container, connection.id, group)),
  ])
}

/** What makes finance work due: which accounts are read, and the latest start of the last pull for one to be due. */
export type PullTerms = {
  /** account groups that are read */
  groups: AccountTypeGroup[]
  /** an account whose last pull began before this time is pulled again */
  pulledBefore: Date
}

/** Returns the terms that the options set, as of now. */
export async function pullTerms(container: MedusaContainer): Promise<PullTerms> {
  const pos = container.resolve(POS_MODULE)
  const { finance } = await pos.getOptions()
  return {
    groups: finance.preliminary ? ["liquid", "preliminary"] : ["liquid"],
    pulledBefore: new Date((await pos.now()).getTime() - finance.pullEveryMinutes * 60_000),
  }
}

/** Finds the accounts that were never pulled, whose pull was interrupted, or that were pulled too long ago. */
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

type PullNowInput = {
  connectionId: string
  group: AccountTypeGroup
  period: { from: Date; to: Date } | null
}

/**
 * Pulls when a person asks for it: a period while they wait, or new transactions in the background.
 * @throws PosError when the period is not over yet, ConnectionNotFoundError
 */
export async function pullNow(
  container: MedusaContainer,
  input: PullNowInput
): Promise<{ account: AccountRow; pulled: Pulled | null }> {
  const pos = container.resolve(POS_MODULE)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const { id } = await pos.findConnection(input.connectionId)
  const account = await openAccountOf(container, id, input.group)
  if (input.period === null) {
    pullAccount(container, id, input.group).catch((error: unknown) =>
      logger.error(`pos: connection ${id}: ${getErrorMessage(error)}`)
    )
    return { account, pulled: null }
  }
  const now = await pos.now()
  if (input.period.to > now) {
    throw new PosError(
      "pos_period_invalid",
      `The period ends after now, ${now.toISOString()}. Choose one that is over.`
    )
  }
  const pulled = await pullPeriod(container, account, { start: input.period.from, end: input.period.to })
  return { account: (await pos.query((sql) => findAccount(sql, account.id))) ?? account, pulled }
}

const ofConnection = (from: string, condition: string) =>
  some(
    `SELECT 1 ${from} AS record
     WHERE record.connection_id = connection.id AND ${condition} AND record.deleted_at IS NULL`
  )

/** Condition: an account that was pulled recently, or whose API key may not read it, is not due. */
const AT_REST = ofConnection(
  "FROM pos_account",
  `record.account_group = wanted.account_group AND record.last_tried_at > ?
     AND (record.state = 'forbidden' OR record.pulling_until IS NULL)`
)

/**
 * SQL condition on `connection`: it has due finance work, which is receipts without extracted payments or taxes, daily
 * sales to be summed, gift cards to be read, or accounts to be pulled. A connection whose time zone has another name in
 * JavaScript, or is invalid, is always due.
 */
export const isFinanceDue = (now: Date, { groups, pulledBefore }: PullTerms): Fragment =>
  anyOf(
    fragment(ofConnection("FROM pos_receipt", "record.payments_extracted_at IS NULL")),
    fragment(ofConnection("FROM pos_receipt", "record.vat_by_rate IS NULL")),
    fragment(
      `connection.sales_time_zone IS DISTINCT FROM coalesce(connection.time_zone, 'UTC')
       OR ${ofConnection("FROM pos_daily_sales_due", "true")}`
    ),
    allOf(
      mayCallAt(now),
      fragment(
        ofConnection("FROM pos_gift_card", `record.due_at <= ? AND ${isUnclaimed("record.claimed_until")}`),
        now,
        now
      )
    ),
    allOf(
      mayCallAt(now),
      fragment(
        `EXISTS (SELECT 1 FROM unnest(?::text[]) AS wanted(account_group) WHERE NOT ${AT_REST})`,
        groups,
        pulledBefore
      )
    )
  )
