import { Select } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { type Decision, useDecide } from "../../hooks/plan/use-plan"
import { useToasts } from "../../hooks/common/use-toasts"
import type { PlanEntry } from "../../lib/answers/plan"

const LINK = "link:"

/** What is chosen for an entry now, as a choice of the list below; nothing while it is undecided. */
function chosenOf({ action, product_uuid }: PlanEntry): string {
  return action === "link" && product_uuid ? `${LINK}${product_uuid}` : action === "conflict" ? "" : action
}

/** The merchant's word on one product: link it to what it may be, create it, or leave it out. */
export const Decide = ({ planId, entry }: { planId: string; entry: PlanEntry }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const decide = useDecide(planId)
  const candidates = entry.candidates ?? []
  const choose = (choice: string) => {
    const decision: Decision = choice.startsWith(LINK)
      ? { id: entry.id, action: "link", product_uuid: choice.slice(LINK.length) }
      : { id: entry.id, action: choice === "ignore" ? "ignore" : "create" }
    decide.mutate(decision, { onSuccess: () => toasts.succeeded(t("plan.decided")), onError: toasts.failed })
  }
  return (
    <Select size="small" value={chosenOf(entry)} onValueChange={choose} disabled={decide.isPending}>
      <Select.Trigger aria-label={`${t("plan.decide")}: ${entry.title}`} className="min-w-40">
        <Select.Value placeholder={t("plan.decide")} />
      </Select.Trigger>
      <Select.Content>
        {candidates.map(({ uuid, name }) => (
          <Select.Item key={uuid} value={`${LINK}${uuid}`}>
            {t("plan.linkTo", { name: name ?? uuid })}
          </Select.Item>
        ))}
        <Select.Item value="create">{t("plan.create")}</Select.Item>
        <Select.Item value="ignore">{t("plan.ignore")}</Select.Item>
      </Select.Content>
    </Select>
  )
}
