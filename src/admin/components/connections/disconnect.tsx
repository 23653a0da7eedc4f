import { Button, Prompt, RadioGroup } from "@medusajs/ui"
import { useState } from "react"
import { DATA_AFTER_DISCONNECT, type DataAfterDisconnect } from "../../../vocabulary/connection"
import { useTexts } from "../../hooks/common/use-texts"
import { useDisconnect, useDisconnectPreview } from "../../hooks/connections/use-connection-actions"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Connection } from "../../lib/answers/connection"
import { nameOf } from "../../lib/connection-name"
import { QueryResult } from "../common/query-result"
import { DisconnectPreview } from "./disconnect-preview"

/** Ends a connection, after telling exactly what happens, in numbers. */
export const Disconnect = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const [open, setOpen] = useState(false)
  const [data, setData] = useState<DataAfterDisconnect>("keep")
  const preview = useDisconnectPreview(connection.id, open)
  const disconnect = useDisconnect(connection.id)
  return (
    <Prompt variant="danger" open={open} onOpenChange={setOpen}>
      <Prompt.Trigger asChild>
        <Button size="small" variant="danger" isLoading={disconnect.isPending}>
          {t("disconnect.action")}
        </Button>
      </Prompt.Trigger>
      <Prompt.Content>
        <Prompt.Header>
          <Prompt.Title>{t("disconnect.question", { name: nameOf(connection) })}</Prompt.Title>
          <Prompt.Description asChild>
            <div className="flex flex-col gap-y-4">
              <RadioGroup
                aria-label={t("disconnect.data.label")}
                value={data}
                onValueChange={(value) => setData(value === "wipe" ? "wipe" : "keep")}
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
          </Prompt.Description>
        </Prompt.Header>
        <Prompt.Footer>
          <Prompt.Cancel>{t("actions.cancel")}</Prompt.Cancel>
          <Prompt.Action
            onClick={() =>
              disconnect.mutate(data, {
                onSuccess: () => toasts.succeeded(t("disconnect.done")),
                onError: toasts.failed,
              })
            }
          >
            {t("disconnect.action")}
          </Prompt.Action>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}
