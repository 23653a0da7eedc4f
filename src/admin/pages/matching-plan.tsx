import { useParams, Link, useNavigate } from "react-router-dom"
import { PosPage } from "../components/common/pos-page"
import { QuestionButton } from "../components/common/question"
import { Container, createDataTableColumnHelper, Select } from "@medusajs/ui"
import { useMemo } from "react"
import { PLAN_ACTIONS, type PlanDecision } from "../../contract/catalog"
import { type ListQuery, useList, useListParams, useStateFilters } from "../hooks/common/use-list"
import { useChange, useToasts } from "../hooks/common/use-mutation-toasts"
import { usePermission } from "../hooks/common/use-permission"
import { useTexts } from "../hooks/common/use-texts"
import { type Plan, planAnswerSchema, planEntriesAnswerSchema, type PlanEntry } from "../lib/answers/events"
import { Facts } from "../components/common/figures"
import { List } from "../components/common/list"
import { ReasonOrNone } from "../components/common/reason"
import { Section } from "../components/common/section"
import { StateBadge } from "../components/common/state-badge"
import { Empty, QueryResult } from "../components/common/states"
import { Restricted } from "../components/common/restricted"
import { useQuery } from "@tanstack/react-query"
import { z } from "zod"
import { ask } from "../lib/http/client"
import { posKeys } from "../lib/http/query-keys"

const anythingSchema = z.looseObject({})

/** The newest plan of a connection; null when there is none. */
function usePlan(connectionId: string) {
  return useQuery({
    queryKey: posKeys.plan(connectionId),
    queryFn: () => ask(planAnswerSchema, `/admin/pos/connections/${connectionId}/plan`),
    select: ({ plan }) => plan,
  })
}

function usePlanEntries(planId: string, query: ListQuery) {
  return useList({
    key: posKeys.planEntries(planId, query),
    schema: planEntriesAnswerSchema,
    path: `/admin/pos/plans/${planId}/entries`,
    query,
    refetch: false,
  })
}

type Decision = { id: string; action: PlanDecision; product_uuid?: string }

/** Keeps the merchant's word on an entry. */
function useDecide(planId: string) {
  return useChange((decision: Decision) =>
    ask(anythingSchema, `/admin/pos/plans/${planId}/entries`, { method: "POST", body: { entries: [decision] } })
  )
}

/** Does what the plan says and starts the push. */
function useApplyPlan(planId: string) {
  return useChange(() => ask(anythingSchema, `/admin/pos/plans/${planId}/apply`, { method: "POST" }))
}

const LINK = "link:"

/** What is chosen for an entry now, as a choice of the list below; nothing while it is undecided. */
function getChoice({ action, product_uuid }: PlanEntry): string {
  return action === "link" && product_uuid ? `${LINK}${product_uuid}` : action === "conflict" ? "" : action
}

/** The merchant's word on one product: link it to what it may be, create it, or leave it out. */
const Decide = ({ planId, entry }: { planId: string; entry: PlanEntry }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const decide = useDecide(planId)
  const candidates = entry.candidates ?? []
  const choose = (choice: string) => {
    const decision: Decision = choice.startsWith(LINK)
      ? { id: entry.id, action: "link", product_uuid: choice.slice(LINK.length) }
      : { id: entry.id, action: choice === "ignore" ? "ignore" : "create" }
    decide.mutate(decision, { onSuccess: () => toasts.succeeded(t("plan.decided")), onError: toasts.failed })
  }
  return (
    <Select size="small" value={getChoice(entry)} onValueChange={choose} disabled={decide.isPending}>
      <Select.Trigger aria-label={`${t("plan.decide")}: ${entry.title}`} className="min-w-40">
        <Select.Value placeholder={t("plan.decide")} />
      </Select.Trigger>
      <Select.Content>
        {candidates.map(({ uuid, name }) => (
          <Select.Item key={uuid} value={`${LINK}${uuid}`}>
            {t("plan.linkTo", { name: name ?? uuid })}
          </Select.Item>
        ))}
        <Select.Item value="create">{t("plan.create")}</Select.Item>
        <Select.Item value="ignore">{t("plan.ignore")}</Select.Item>
      </Select.Content>
    </Select>
  )
}

const column = createDataTableColumnHelper<PlanEntry>()

/** Columns of a plan: the store's product, what becomes of it, how that was found out, and the merchant's word. */
function usePlanColumns(planId: string, isDraft: boolean) {
  const { t } = useTexts()
  return useMemo(
    () => [
      column.accessor("title", {
        header: t("catalog.product"),
        cell: ({ row, getValue }) => (
          <Link to={`/products/${row.original.product_id}`} className="text-ui-fg-base block max-w-60 truncate">
            {getValue()}
          </Link>
        ),
      }),
      column.accessor("action", {
        // The table makes a column "action" as narrow as a menu.
        id: "planned_action",
        header: t("plan.action"),
        cell: ({ getValue }) => <StateBadge kind="plan" state={getValue()} />,
      }),
      column.accessor("matched_by", {
        header: t("plan.match"),
        cell: ({ row: { original }, getValue }) => {
          const by = getValue()
          return by ? `${t([`plan.matchedBy.${by}`, "unknown"])} (${original.confidence} %)` : t("none")
        },
      }),
      column.accessor("reason", {
        header: t("plan.why"),
        cell: ({ getValue }) => (
          <div className="max-w-72 whitespace-normal">
            <ReasonOrNone text={getValue()} />
          </div>
        ),
      }),
      ...(isDraft
        ? [
            column.display({
              id: "decide",
              header: t("plan.decide"),
              cell: ({ row }) => <Decide planId={planId} entry={row.original} />,
            }),
          ]
        : []),
    ],
    [t, planId, isDraft]
  )
}

const usePlanFilters = () => useStateFilters("plan", "plan.action", PLAN_ACTIONS, "action")

/** Applies a plan, after saying once more what that does. */
const ApplyPlan = ({ plan, connectionId }: { plan: Plan; connectionId: string }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const navigate = useNavigate()
  const apply = useApplyPlan(plan.id)
  const { link = 0, create = 0, conflict = 0, ignore = 0 } = plan.entries
  const applyNow = () =>
    apply.mutate(undefined, {
      onSuccess: () => {
        toasts.succeeded(t("plan.applied"))
        void navigate(`/settings/pos/${connectionId}`)
      },
      onError: toasts.failed,
    })
  return (
    <QuestionButton
      action={t("plan.apply")}
      title={t("plan.question")}
      look="primary"
      variant="confirmation"
      isLoading={apply.isPending}
      onConfirm={applyNow}
    >
      {t("plan.consequences", { link, create, out: conflict + ignore })}
    </QuestionButton>
  )
}

const PlanPage = ({ connectionId }: { connectionId: string }) => {
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
  const { isAllowed } = usePermission("operate")
  const columns = usePlanColumns(plan.id, isDraft && isAllowed)
  const filters = usePlanFilters()
  return (
    <div className="flex flex-col gap-y-3">
      <Section
        level="h1"
        title={t("plan.title")}
        hint={t("plan.hint")}
        actions={
          isDraft && (
            <Restricted to="operate">
              <ApplyPlan plan={plan} connectionId={connectionId} />
            </Restricted>
          )
        }
      >
        <Facts
          facts={[
            { label: t("plan.pos"), value: plan.pos_total },
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

/** How the store's products meet those that the POS already has. */
const MatchingPlan = () => {
  const { id = "" } = useParams()
  return (
    <PosPage>
      <PlanPage connectionId={id} />
    </PosPage>
  )
}

export default MatchingPlan
