import { useTexts } from "../../hooks/common/use-texts"
import { useOverview } from "../../hooks/overview/use-overview"
import { usePeriod } from "../../hooks/overview/use-period"
import type { Connection } from "../../lib/answers/connection"
import { QueryResult } from "../common/query-result"
import { Section } from "../common/section"
import { AttentionList } from "./attention-list"
import { Figures } from "./figures"
import { LiveCounter } from "./live-counter"
import { PeriodTabs } from "./period-tabs"
import { SalesChart } from "./sales-chart"
import { TopProducts } from "./top-products"

export const OverviewPage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { days, choose } = usePeriod()
  const overview = useOverview(connection.id, days)
  return (
    <>
      <AttentionList connections={[connection]} />
      <Section
        level="h1"
        title={t("overview.title")}
        hint={t("overview.hint", { zone: overview.data?.time_zone ?? connection.time_zone ?? "UTC" })}
        actions={<PeriodTabs days={days} onChoose={choose} />}
      >
        <QueryResult query={overview} lines={6}>
          {({ days: each, currency_code }) => (
            <>
              <Figures days={each} currency={currency_code} />
              <SalesChart days={each} currency={currency_code} />
            </>
          )}
        </QueryResult>
      </Section>
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
        <TopProducts connectionId={connection.id} days={days} />
        <LiveCounter connection={connection} />
      </div>
    </>
  )
}
