import { useQuery } from "@tanstack/react-query"
import { z } from "zod"
import type { PlanDecision } from "../../../contract/catalog"
import { planAnswerSchema, planEntriesAnswerSchema } from "../../lib/answers/events"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-mutation-toasts"
import { type ListQuery, useList } from "../common/use-list"

const anythingSchema = z.looseObject({})

/** The newest plan of a connection; null when there is none. */
export function usePlan(connectionId: string) {
  return useQuery({
    queryKey: posKeys.plan(connectionId),
    queryFn: () => ask(planAnswerSchema, `/admin/pos/connections/${connectionId}/plan`),
    select: ({ plan }) => plan,
  })
}

export function usePlanEntries(planId: string, query: ListQuery) {
  return useList({
    key: posKeys.planEntries(planId, query),
    schema: planEntriesAnswerSchema,
    path: `/admin/pos/plans/${planId}/entries`,
    query,
    refetch: false,
  })
}

export type Decision = { id: string; action: PlanDecision; product_uuid?: string }

/** Keeps the merchant's word on an entry. */
export function useDecide(planId: string) {
  return useChange((decision: Decision) =>
    ask(anythingSchema, `/admin/pos/plans/${planId}/entries`, { method: "POST", body: { entries: [decision] } })
  )
}

/** Does what the plan says and starts the push. */
export function useApplyPlan(planId: string) {
  return useChange(() => ask(anythingSchema, `/admin/pos/plans/${planId}/apply`, { method: "POST" }))
}
