import { Button, Prompt } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useToasts } from "../../hooks/common/use-toasts"
import { useDetachCustomer } from "../../hooks/receipts/use-attach-customer"
import type { FullReceipt } from "../../lib/answers/receipt"

/** Takes a receipt from its customer, after a question; nothing while it is nobody's. */
export const DetachCustomer = ({ receipt: { id, customer } }: { receipt: FullReceipt }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const detach = useDetachCustomer(id)
  if (!customer) {
    return null
  }
  const detachNow = () =>
    detach.mutate(undefined, {
      onSuccess: () => toasts.succeeded(t("receipts.customer.detached")),
      onError: toasts.failed,
    })
  return (
    <Prompt>
      <Prompt.Trigger asChild>
        <Button size="small" variant="secondary" isLoading={detach.isPending}>
          {t("receipts.customer.detach")}
        </Button>
      </Prompt.Trigger>
      <Prompt.Content>
        <Prompt.Header>
          <Prompt.Title>{t("receipts.customer.detachQuestion")}</Prompt.Title>
          <Prompt.Description>{t("receipts.customer.detachHint")}</Prompt.Description>
        </Prompt.Header>
        <Prompt.Footer>
          <Prompt.Cancel>{t("actions.cancel")}</Prompt.Cancel>
          <Prompt.Action onClick={detachNow}>{t("receipts.customer.detach")}</Prompt.Action>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}
