import { Alert, Text } from "@medusajs/ui"
import { Button } from "../common/button"
import { useTexts } from "../../hooks/common/use-texts"
import { useAccounts, usePull } from "../../hooks/finance/use-finance"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import type { Connection } from "../../lib/answers/connection"
import type { Account } from "../../lib/answers/finance"
import { Progress } from "../runs/run-progress"
import { Facts, Moment, Money } from "../common/figures"
import { QueryResult } from "../common/states"
import { Reason } from "../common/reason"
import { Section } from "../common/section"

const PERCENT = 100

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
        <Button size="small" variant="secondary" isLoading={pull.isPending} onClick={read}>
          {t("account.read")}
        </Button>
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
