import { Button } from "@medusajs/ui"
import { useAdopt } from "../../hooks/candidates/use-candidates"
import { useTexts } from "../../hooks/common/use-texts"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Candidate } from "../../lib/answers/candidate"

/** One candidate is linked to the product of the shop that it may be. */
export const CandidateActions = ({ candidate, connectionId }: { candidate: Candidate; connectionId: string }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const adopt = useAdopt(connectionId)
  const { id, state, suggestion } = candidate
  if (state !== "open" || !suggestion) {
    return <span className="text-ui-fg-subtle">{t("none")}</span>
  }
  const link = () =>
    adopt.mutate([{ id, product_id: suggestion.product_id }], {
      onSuccess: ({ failed: [failed] }) =>
        failed ? toasts.failed(new Error(failed.reason)) : toasts.succeeded(t("candidates.linked")),
      onError: toasts.failed,
    })
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={adopt.isPending}
      title={t("candidates.match", { by: t([`plan.matchedBy.${suggestion.matched_by}`, "unknown"]) })}
      onClick={link}
    >
      <span className="max-w-48 truncate">{t("plan.linkTo", { name: suggestion.title })}</span>
    </Button>
  )
}
