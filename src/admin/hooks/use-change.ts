import { useMutation, useQueryClient } from "@tanstack/react-query"
import { posKeys } from "../lib/query-keys"

/** A call that changes something; afterwards everything of the plugin is read anew. */
export function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: posKeys.all }),
  })
}
