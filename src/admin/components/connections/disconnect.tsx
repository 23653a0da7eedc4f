import { RadioGroup } from "@medusajs/ui"
import { useState } from "react"
import { DATA_AFTER_DISCONNECT, type DataAfterDisconnect } from "../../../contract/connection"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../hooks/common/use-texts"
import { useDisconnect, useDisconnectPreview } from "../../hooks/connections/use-connections"
import type { Connection, DisconnectPreview as Preview } from "../../lib/answers/connection"
import { getName } from "../../lib/connections"
import { QuestionButton } from "../common/question"
import { QueryResult } from "../common/states"

/** What of a wipe's data a merchant knows by name; the rest is bookkeeping that goes with it. */
const COUNTED_RECORDS = [
  "product_links",
  "receipts",
  "stock_movements",
  "gift_cards",
  "account_transactions",
  "inbox_entries",
]

/** What goes and what stays, in numbers. */
const DisconnectPreview = ({ preview, wipes }: { preview: Preview; wipes: boolean }) => {
  const { t } = useTexts()
  const wiped = COUNTED_RECORDS.filter((name) => (preview.wiped[name] ?? 0) > 0)
  return (
    <ul className="list-disc pl-4">
      <li>{t("disconnect.consequences.notifications")}</li>
      <li>{t("disconnect.consequences.key")}</li>
      <li>{t("disconnect.consequences.push")}</li>
      <li>{t("disconnect.consequences.products")}</li>
      <li>{t("disconnect.kept", preview.kept)}</li>
      {preview.kept.orders > 0 && (
        <li>
          {preview.details_erased_after_months === null
            ? t("disconnect.detailsStay")
            : t("disconnect.detailsErased", { count: preview.details_erased_after_months })}
        </li>
      )}
      {wipes ? (
        wiped.map((name) => <li key={name}>{t(`disconnect.wiped.${name}`, { count: preview.wiped[name] ?? 0 })}</li>)
      ) : (
        <li>{t("disconnect.consequences.again")}</li>
      )}
    </ul>
  )
}

/** Whether the data goes, too, and what that means, in numbers. */
const DisconnectChoice = (props: {
  id: string
  data: DataAfterDisconnect
  onChoose: (data: DataAfterDisconnect) => void
}) => {
  const { id, data, onChoose } = props
  const { t } = useTexts()
  const preview = useDisconnectPreview(id)
  return (
    <div className="flex flex-col gap-y-4">
      <RadioGroup
        aria-label={t("disconnect.data.label")}
        value={data}
        onValueChange={(value) => onChoose(value === "wipe" ? "wipe" : "keep")}
      >
        {DATA_AFTER_DISCONNECT.map((choice) => (
          <RadioGroup.ChoiceBox
            key={choice}
            value={choice}
            label={t(`disconnect.data.${choice}.label`)}
            description={t(`disconnect.data.${choice}.hint`)}
          />
        ))}
      </RadioGroup>
      <QueryResult query={preview} lines={4}>
        {(shown) => <DisconnectPreview preview={shown} wipes={data === "wipe"} />}
      </QueryResult>
    </div>
  )
}

/** Ends a connection after showing what will happen, in numbers. */
export const Disconnect = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const [data, setData] = useState<DataAfterDisconnect>("keep")
  const disconnect = useDisconnect(connection.id)
  const disconnectNow = () =>
    disconnect.mutate(data, { onSuccess: () => toasts.succeeded(t("disconnect.done")), onError: toasts.failed })
  return (
    <QuestionButton
      action={t("disconnect.action")}
      title={t("disconnect.question", { name: getName(connection) })}
      look="danger"
      isLoading={disconnect.isPending}
      onConfirm={disconnectNow}
    >
      <DisconnectChoice id={connection.id} data={data} onChoose={setData} />
    </QuestionButton>
  )
}
