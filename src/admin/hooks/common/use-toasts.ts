import { toast } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { describeError } from "../../lib/http/describe-error"

/** Tells a person how a change ended: the words for success, or what went wrong and what to do. */
export function useToasts() {
  const { t } = useTranslation("pos")
  return {
    succeeded: (words: string) => {
      toast.success(words)
    },
    failed: (error: unknown) => {
      const { key, detail } = describeError(error)
      toast.error(t(`errors.${key}`), { description: detail })
    },
  }
}
