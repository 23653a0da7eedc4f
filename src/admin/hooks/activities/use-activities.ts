import { activitiesAnswerSchema } from "../../lib/answers/activity"
import { posKeys } from "../../lib/http/query-keys"
import { type ListQuery, useList } from "../common/use-list"

/** Who decided what, the latest first. */
export function useActivities(query: ListQuery) {
  return useList({
    key: posKeys.activities(query),
    schema: activitiesAnswerSchema,
    path: "/admin/pos/activities",
    query,
  })
}
