import { useQuery } from "@tanstack/react-query"
import { digestAnswerSchema } from "../../lib/answers/settings"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"

/** The recipients of the daily digest, and what it says now. */
export function useDigest() {
  return useQuery({
    queryKey: posKeys.digest,
    queryFn: () => ask(digestAnswerSchema, "/admin/pos/digest"),
    select: ({ digest }) => digest,
  })
}
