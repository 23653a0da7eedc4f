import { toast } from "@medusajs/ui"
import { ErrorWords } from "../../components/common/error-words"
import { describeError } from "../../lib/http/describe-error"
import { useTexts } from "./use-texts"

/** Tells a person how a change ended: the words for success, or what went wrong and what to do. */
export function useToasts() {
  const { t } = useTexts()
  return {
    succeeded: (words: string) => {
      toast.success(words)
    },
    failed: (error: unknown) => {
      const { key, detail } = describeError(error)
      toast.error(t(`errors.${key}`), { description: <ErrorWords detail={detail} /> })
    },
  }
}
