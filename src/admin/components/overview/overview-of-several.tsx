import { useTexts } from "../../hooks/common/use-texts"
import { useOverviewOfAll } from "../../hooks/overview/use-overview"
import { usePeriod } from "../../hooks/overview/use-period"
import type { Connection } from "../../lib/answers/connection"
import { Empty } from "../common/empty"
import { QueryResult } from "../common/query-result"
import { Section } from "../common/section"
import { AttentionList } from "./attention-list"
import { Figures } from "./figures"
import { PeriodTabs } from "./period-tabs"
import { SalesChart } from "./sales-chart"
import { SalesOfEach } from "./sales-of-each"

/** What several connections have sold together, each currency by itself, and what needs attention at any of them. */
export const OverviewOfSeveral = ({ connections, group }: { connections: Connection[]; group: string | null }) => {
  const { t } = useTexts()
  const { days, choose } = usePeriod()
  const overview = useOverviewOfAll(group, days)
  return (
    <>
      <AttentionList connections={connections} />
      <Section
        level="h1"
        title={t("overview.title")}
        hint={t("groups.overviewHint")}
        actions={<PeriodTabs days={days} onChoose={choose} />}
      >
        {connections.length === 0 && <Empty title={t("groups.empty.title")} hint={t("groups.empty.hint")} />}
      </Section>
      <QueryResult query={overview} lines={6}>
        {(currencies) =>
          currencies.map((sales) => (
            <Section
              key={sales.currency_code}
              title={sales.currency_code.toUpperCase()}
              hint={t("groups.currencyHint", { count: sales.connections.length, zone: sales.time_zone })}
            >
              <Figures days={sales.days} currency={sales.currency_code} />
              <SalesChart days={sales.days} currency={sales.currency_code} />
              <SalesOfEach connections={connections} sales={sales} days={days} />
            </Section>
          ))
        }
      </QueryResult>
    </>
  )
}
