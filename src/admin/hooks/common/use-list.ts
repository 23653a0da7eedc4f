import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query"
import type { z } from "zod"
import { ask } from "../../lib/http/ask"

/** How often what is open looks for what is new; a hidden tab does not ask. */
export const REFETCH_MS = 5_000

export type ListQuery = Record<string, string | number | string[] | undefined>

/** A page of a list; the one before stands until it is there. `refetch: false` for what seldom changes. */
export function useList<Answer>(list: {
  key: QueryKey
  schema: z.ZodType<Answer>
  path: string
  query: ListQuery
  refetch?: boolean
  enabled?: boolean
}) {
  const { key, schema, path, query, refetch = true, enabled = true } = list
  return useQuery({
    queryKey: key,
    queryFn: () => ask(schema, path, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: refetch && REFETCH_MS,
    enabled,
  })
}
