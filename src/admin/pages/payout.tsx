import { useParams } from "react-router-dom"
import { Moment, Facts, Money } from "../components/common/figures"
import { PosPage } from "../components/common/pos-page"
import { useTimeZone, useConnection } from "../hooks/connections/use-connections"
import { usePayout, useTransactions } from "../hooks/finance/use-finance"
import { useTexts } from "../hooks/common/use-texts"
import { useListParams } from "../hooks/common/use-list"
import type { Connection } from "../lib/answers/connection"
import type { Payout } from "../lib/answers/finance"
import { List } from "../components/common/list"
import { QueryResult } from "../components/common/states"
import { Section } from "../components/common/section"
import { PayoutState, useTransactionColumns } from "../components/payouts/payout-columns"

const PayoutPage = ({ id }: { id: string }) => {
  const payout = usePayout(id)
  return (
    <QueryResult query={payout} lines={8}>
      {(shown) => <ConnectionPayout payout={shown} />}
    </QueryResult>
  )
}

const ConnectionPayout = ({ payout }: { payout: Payout }) => {
  const connection = useConnection(payout.connection_id)
  return (
    <QueryResult query={connection} lines={8}>
      {(shown) => <PayoutDetails payout={payout} connection={shown} />}
    </QueryResult>
  )
}

const AMOUNTS = ["gross", "refunds", "fees", "returned", "adjustments", "net", "retained"] as const

const PayoutDetails = ({ payout, connection }: { payout: Payout; connection: Connection }) => {
  const { t } = useTexts()
  const { limit, offset } = useListParams()
  const { currency_code: currency, time_zone } = connection
  const transactions = useTransactions({ connection_id: connection.id, payout_id: payout.id, limit, offset })
  const columns = useTransactionColumns(connection)
  const worthTelling = AMOUNTS.filter((name) => payout[name] !== 0 || name === "net")
  return (
    <div className="flex flex-col gap-y-3">
      <Section
        level="h1"
        title={t("payouts.one")}
        hint={payout.difference === 0 ? undefined : t("payouts.unexplained")}
        actions={<PayoutState payout={payout} currency={currency} />}
      >
        <Facts
          facts={[
            { label: t("payouts.paidAt"), value: <Moment at={payout.occurred_at} timeZone={time_zone} /> },
            ...worthTelling.map((name) => ({
              label: t(`payouts.${name}`),
              value: <Money amount={payout[name]} currency={currency} />,
            })),
          ]}
        />
      </Section>
      <List
        heading={t("payouts.transactions")}
        headingLevel="h2"
        query={transactions}
        rows={transactions.data?.account_transactions}
        counted={transactions.data}
        columns={columns}
        empty={{ heading: t("payouts.empty.title"), description: t("payouts.empty.hint") }}
      />
    </div>
  )
}

/** A payout's time in the trail above its page. */
export const PayoutCrumb = ({ id }: { id: string }) => {
  const { data } = usePayout(id)
  const timeZone = useTimeZone(data?.connection_id)
  return data ? <Moment at={data.occurred_at} timeZone={timeZone} /> : <>{id}</>
}

/** One payout with every sale that is in it. */
const OnePayout = () => {
  const { id = "" } = useParams()
  return (
    <PosPage needs="finance">
      <PayoutPage id={id} />
    </PosPage>
  )
}

export default OnePayout
