import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { ErrorWords } from "../../components/common/failure"
import { describeError } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { useTexts } from "./use-texts"

/**
 * Shows how a change ended: the words for success, or what went wrong and what to do. `counted`: the words for a number of
 * records; for none that nothing was changed, because the records changed after they were listed.
 */
export function useToasts() {
  const { t } = useTexts()
  return {
    succeeded: (words: string) => {
      toast.success(words)
    },
    counted: (count: number, words: string) => {
      if (count > 0) {
        toast.success(words)
      } else {
        toast.info(t("nothingChanged"))
      }
    },
    failed: (error: unknown) => {
      const { key, detail } = describeError(error)
      toast.error(t(`errors.${key}`), { description: <ErrorWords detail={detail} /> })
    },
  }
}

/**
 * A call that changes something; afterwards everything of the plugin is read again. The reading is not waited for: what
 * the user sees must not depend on a button that the new state takes away.
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
