import { Button, Prompt } from "@medusajs/ui"
import { useNavigate } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useApplyPlan } from "../../hooks/plan/use-plan"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Plan } from "../../lib/answers/plan"

/** Applies a plan, after saying once more what that does. */
export const ApplyPlan = ({ plan, connectionId }: { plan: Plan; connectionId: string }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const navigate = useNavigate()
  const apply = useApplyPlan(plan.id)
  const { link = 0, create = 0, conflict = 0, ignore = 0 } = plan.entries
  const applyNow = () =>
    apply.mutate(undefined, {
      onSuccess: () => {
        toasts.succeeded(t("plan.applied"))
        void navigate(`/settings/pos/${connectionId}`)
      },
      onError: toasts.failed,
    })
  return (
    <Prompt variant="confirmation">
      <Prompt.Trigger asChild>
        <Button size="small" isLoading={apply.isPending}>
          {t("plan.apply")}
        </Button>
      </Prompt.Trigger>
      <Prompt.Content>
        <Prompt.Header>
          <Prompt.Title>{t("plan.question")}</Prompt.Title>
          <Prompt.Description>{t("plan.consequences", { link, create, out: conflict + ignore })}</Prompt.Description>
        </Prompt.Header>
        <Prompt.Footer>
          <Prompt.Cancel>{t("actions.cancel")}</Prompt.Cancel>
          <Prompt.Action onClick={applyNow}>{t("plan.apply")}</Prompt.Action>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}
