import { Container } from "@medusajs/ui"
import { PLAN_ACTIONS } from "../../../vocabulary/plan"
import { useListParams } from "../../hooks/common/use-list-params"
import { useTexts } from "../../hooks/common/use-texts"
import { usePlan, usePlanEntries } from "../../hooks/plan/use-plan"
import type { Plan } from "../../lib/answers/plan"
import { Empty } from "../common/empty"
import { Facts } from "../common/facts"
import { List } from "../common/list"
import { QueryResult } from "../common/query-result"
import { Section } from "../common/section"
import { ApplyPlan } from "./apply-plan"
import { usePlanColumns, usePlanFilters } from "./plan-columns"

export const PlanPage = ({ connectionId }: { connectionId: string }) => {
  const { t } = useTexts()
  const plan = usePlan(connectionId)
  return (
    <QueryResult query={plan} lines={6}>
      {(shown) =>
        shown ? (
          <OnePlan plan={shown} connectionId={connectionId} />
        ) : (
          <Container className="p-0">
            <Empty title={t("plan.title")} hint={t("plan.none")} />
          </Container>
        )
      }
    </QueryResult>
  )
}

const OnePlan = ({ plan, connectionId }: { plan: Plan; connectionId: string }) => {
  const { t } = useTexts()
  const { limit, offset, filter } = useListParams()
  const entries = usePlanEntries(plan.id, { limit, offset, action: filter("action") })
  const isDraft = plan.state === "draft"
  const columns = usePlanColumns(plan.id, isDraft)
  const filters = usePlanFilters()
  return (
    <div className="flex flex-col gap-y-3">
      <Section
        level="h1"
        title={t("plan.title")}
        hint={t("plan.hint")}
        actions={isDraft && <ApplyPlan plan={plan} connectionId={connectionId} />}
      >
        <Facts
          facts={[
            { label: t("plan.counter"), value: plan.counter_total },
            ...PLAN_ACTIONS.map((action) => ({ label: t(`states.plan.${action}`), value: plan.entries[action] ?? 0 })),
          ]}
        />
      </Section>
      <List
        query={entries}
        rows={entries.data?.entries}
        counted={entries.data}
        columns={columns}
        filters={filters}
        empty={{ heading: t("plan.empty"), description: t("plan.none") }}
      />
    </div>
  )
}
