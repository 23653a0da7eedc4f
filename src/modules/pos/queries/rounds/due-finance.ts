import { idRowSchema, type Sql } from "../../database/sql"
import type { AccountTypeGroup } from "../../../../pos-api/contract"
import { allOf, fragment } from "../../database/page"
import { askAll, mayCallAt, some } from "./ask-all"

export type FinanceTerms = {
  now: Date
  /** accounts that are read */
  groups: AccountTypeGroup[]
  /** an account whose last pull began by then is pulled again */
  pulledBefore: Date
}

const ofConnection = (from: string, condition: string) =>
  some(`SELECT 1 ${from} AS one WHERE one.connection_id = connection.id AND ${condition} AND one.deleted_at IS NULL`)

/** An account that waits for its time, or whose key may not read it, is at rest. */
const AT_REST = ofConnection(
  "FROM pos_account",
  `one.account_group = wanted.account_group AND one.last_tried_at > ?
     AND (one.state = 'forbidden' OR one.pulling_until IS NULL)`
)

/**
 * Connections about whose money something is due: receipts whose payments or taxes were not looked at, days to be summed
 * up, gift cards to be read, accounts to be pulled. Whose time zone has another name in JavaScript, or is none, is always
 * among them.
 */
export async function findDueFinance(sql: Sql, { now, groups, pulledBefore }: FinanceTerms): Promise<string[]> {
  const { statement, bindings } = askAll({
    receipts: fragment(ofConnection("FROM pos_receipt", "one.settlement_read_at IS NULL")),
    taxes: fragment(ofConnection("FROM pos_receipt", "one.vat_by_rate IS NULL")),
    days: fragment(
      `connection.sales_zone IS DISTINCT FROM coalesce(connection.time_zone, 'UTC')
       OR ${ofConnection("FROM pos_sales_mark", "true")}`
    ),
    cards: allOf(
      mayCallAt(now),
      fragment(
        ofConnection("FROM pos_gift_card", "one.due_at <= ? AND (one.claimed_until IS NULL OR one.claimed_until < ?)"),
        now,
        now
      )
    ),
    accounts: allOf(
      mayCallAt(now),
      fragment(
        `EXISTS (SELECT 1 FROM unnest(?::text[]) AS wanted(account_group) WHERE NOT ${AT_REST})`,
        groups,
        pulledBefore
      )
    ),
  })
  return (await sql(idRowSchema, statement, bindings)).map(({ id }) => id)
}
