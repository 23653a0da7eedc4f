import { Button, Prompt, Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useToasts } from "../../hooks/common/use-toasts"
import { useEraseReceipt } from "../../hooks/receipts/use-receipts"
import type { FullReceipt } from "../../lib/answers/receipt"
import { formatTime } from "../../lib/format/time"
import { Section } from "../common/section"

/** What a receipt still tells of persons, and the way to end that before its time. */
export const ReceiptPrivacy = ({ receipt, timeZone }: { receipt: FullReceipt; timeZone: string | null }) => {
  const { t, language } = useTexts()
  const { details_erased_at: erasedAt } = receipt
  return (
    <Section title={t("receipts.privacy.title")} actions={!erasedAt && <EraseReceipt id={receipt.id} />}>
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {erasedAt
          ? t("receipts.privacy.erased", { at: formatTime(erasedAt, language, timeZone) })
          : t("receipts.privacy.kept")}
      </Text>
    </Section>
  )
}

const EraseReceipt = ({ id }: { id: string }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const erase = useEraseReceipt(id)
  const eraseNow = () =>
    erase.mutate(undefined, {
      onSuccess: () => toasts.succeeded(t("receipts.privacy.done")),
      onError: toasts.failed,
    })
  return (
    <Prompt>
      <Prompt.Trigger asChild>
        <Button size="small" variant="secondary" isLoading={erase.isPending}>
          {t("receipts.privacy.erase")}
        </Button>
      </Prompt.Trigger>
      <Prompt.Content>
        <Prompt.Header>
          <Prompt.Title>{t("receipts.privacy.question")}</Prompt.Title>
          <Prompt.Description>{t("receipts.privacy.consequences")}</Prompt.Description>
        </Prompt.Header>
        <Prompt.Footer>
          <Prompt.Cancel>{t("actions.cancel")}</Prompt.Cancel>
          <Prompt.Action onClick={eraseNow}>{t("receipts.privacy.erase")}</Prompt.Action>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}
