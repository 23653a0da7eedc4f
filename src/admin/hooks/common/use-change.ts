import { useMutation, useQueryClient } from "@tanstack/react-query"
import { posKeys } from "../../lib/http/query-keys"

/**
 * A call that changes something; afterwards everything of the plugin is read anew. The reading is not waited for: what
 * the person is told must not hang on a button that the new state takes away.
 */
export function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: posKeys.all })
    },
  })
}
