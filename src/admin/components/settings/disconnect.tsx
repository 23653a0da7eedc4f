import { Button, Prompt } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useDisconnect } from "../../hooks/use-connection-actions"
import { useTold } from "../../hooks/use-told"
import type { Connection } from "../../lib/answers/connection"
import { nameOf } from "../connection-page"

const CONSEQUENCES = ["notifications", "key", "push", "orders", "products", "again"] as const

/** Ends a connection, after telling exactly what happens. */
export const Disconnect = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const told = useTold()
  const disconnect = useDisconnect(connection.id)
  return (
    <Prompt variant="danger">
      <Prompt.Trigger asChild>
        <Button size="small" variant="danger" isLoading={disconnect.isPending}>
          {t("disconnect.action")}
        </Button>
      </Prompt.Trigger>
      <Prompt.Content>
        <Prompt.Header>
          <Prompt.Title>{t("disconnect.question", { name: nameOf(connection) })}</Prompt.Title>
          <Prompt.Description asChild>
            <ul className="list-disc pl-4">
              {CONSEQUENCES.map((name) => (
                <li key={name}>{t(`disconnect.consequences.${name}`)}</li>
              ))}
            </ul>
          </Prompt.Description>
        </Prompt.Header>
        <Prompt.Footer>
          <Prompt.Cancel>{t("actions.cancel")}</Prompt.Cancel>
          <Prompt.Action
            onClick={() =>
              disconnect.mutate(undefined, {
                onSuccess: () => told.succeeded(t("disconnect.done")),
                onError: told.failed,
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
