import { Alert, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { Button } from "../common/button"
import { useTexts } from "../../hooks/common/use-texts"
import { useAccounts, usePull } from "../../hooks/finance/use-finance"
import { useUnsettled } from "../../hooks/reports/use-reports"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import type { Connection } from "../../lib/answers/connection"
import type { Account } from "../../lib/answers/finance"
import { Progress } from "../runs/run-progress"
import { Facts, Moment, Money } from "../common/figures"
import { QueryResult } from "../common/states"
import { Reason } from "../common/reason"
import { Section } from "../common/section"
import { ExportMonth } from "./export-month"

const PERCENT = 100

/** The most payments that {@link Unsettled} shows. */
const SHOWN = 10

/** The merchant's accounts: what is in them, when the next payout is, and how far they were read. */
export const AccountSection = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const accounts = useAccounts(connection.id)
  const pull = usePull()
  const read = () =>
    pull.mutate(connection.id, { onSuccess: () => toasts.succeeded(t("account.reading")), onError: toasts.failed })
  return (
    <Section
      level="h1"
      title={t("account.title")}
      actions={
        <>
          <ExportMonth connections={[connection]} />
          <Button size="small" variant="secondary" isLoading={pull.isPending} onClick={read}>
            {t("account.read")}
          </Button>
        </>
      }
    >
      <QueryResult query={accounts}>
        {(shown) =>
          shown.length === 0 ? (
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">
              {t("account.none")}
            </Text>
          ) : (
            <>
              {shown.map((account) => (
                <OneAccount key={account.id} account={account} connection={connection} />
              ))}
            </>
          )
        }
      </QueryResult>
    </Section>
  )
}

const OneAccount = ({ account, connection }: { account: Account; connection: Connection }) => {
  const { t } = useTexts()
  const { currency_code: currency, time_zone } = connection
  const money = (amount: number | null) => (amount === null ? t("none") : <Money amount={amount} currency={currency} />)
  return (
    <>
      {account.state !== "active" && (
        <div className="px-6 py-4">
          <Alert variant="warning">
            <Text size="small" weight="plus">
              {t([`states.account.${account.state}`, "unknown"])}
            </Text>
            <Text as="div" size="small" className="text-ui-fg-subtle break-words">
              <Reason text={account.state_reason ?? ""} />
            </Text>
          </Alert>
        </div>
      )}
      {account.progress !== null && (
        <div className="px-6 py-4">
          <Progress label={t("account.progress")} done={Math.round(account.progress * PERCENT)} total={PERCENT} />
        </div>
      )}
      <Facts
        facts={[
          {
            label: t("account.group"),
            value: t([`account.groups.${account.account_group}`, "unknown"]),
          },
          { label: t("account.balance"), value: money(account.balance) },
          { label: t("account.nextPayout"), value: money(account.next_payout_amount) },
          { label: t("account.readUntil"), value: <Moment at={account.pulled_until} timeZone={time_zone} /> },
        ]}
      />
    </>
  )
}

/** Payments that should have come to the account and have not, the oldest first. */
export const Unsettled = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const unsettled = useUnsettled({ connection_id: connection.id, limit: SHOWN })
  return (
    <Section
      title={t("unsettled.title")}
      hint={t("unsettled.hint")}
      actions={
        <Button size="small" variant="secondary" asChild>
          <Link to={`/pos/payouts/review?connection=${connection.id}`}>{t("review.open")}</Link>
        </Button>
      }
    >
      <QueryResult query={unsettled}>
        {({ payments, count }) =>
          payments.length === 0 ? (
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">
              {t("unsettled.none")}
            </Text>
          ) : (
            <>
              <ul className="divide-y">
                {payments.map((payment) => (
                  <li
                    key={payment.payment_uuid}
                    className="txt-compact-small flex flex-wrap justify-between gap-x-4 gap-y-1 px-6 py-3"
                  >
                    <Link className="text-ui-fg-base underline" to={`/pos/receipts/${payment.receipt_id}`}>
                      {t("receipts.receiptNumber", { number: payment.purchase_number ?? "–" })}
                    </Link>
                    <Moment at={payment.sold_at} timeZone={connection.time_zone} />
                    <Money amount={payment.amount} currency={payment.currency_code} />
                  </li>
                ))}
              </ul>
              {count > payments.length && (
                <Text size="small" className="text-ui-fg-subtle px-6 py-3">
                  {t("unsettled.more", { count: count - payments.length })}
                </Text>
              )}
            </>
          )
        }
      </QueryResult>
    </Section>
  )
}
