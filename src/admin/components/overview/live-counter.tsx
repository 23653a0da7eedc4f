import { Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useHealth } from "../../hooks/connections/use-connections"
import type { Connection } from "../../lib/answers/connection"
import { Facts } from "../common/facts"
import { Ago } from "../common/moment"
import { QueryResult } from "../common/query-result"
import { Section } from "../common/section"

/** How many notifications came today, counted while one looks. */
export const LiveCounter = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const health = useHealth(connection.id)
  return (
    <Section title={t("overview.notifications")}>
      <QueryResult query={health} lines={4}>
        {(shown) => (
          <>
            <div className="px-6 py-4" aria-live="polite">
              <Text size="xlarge" weight="plus" className="tabular-nums">
                {new Intl.NumberFormat(language).format(shown.inbox_received_today)}
              </Text>
              <Text size="small" className="text-ui-fg-subtle">
                {t("overview.receivedToday")}
              </Text>
            </div>
            <Facts
              facts={[
                {
                  label: t("health.lastNotification"),
                  value: <Ago at={shown.last_notification_at} timeZone={connection.time_zone} />,
                },
                {
                  label: t("health.lastReceipt"),
                  value: <Ago at={shown.last_receipt_at} timeZone={connection.time_zone} />,
                },
                { label: t("health.inboxPending"), value: shown.inbox_pending },
              ]}
            />
          </>
        )}
      </QueryResult>
    </Section>
  )
}
