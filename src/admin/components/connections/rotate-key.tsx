import { Button, Drawer } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useRotateKey } from "../../hooks/connections/use-connection-actions"
import { useService } from "../../hooks/connections/use-connections"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Connection } from "../../lib/answers/connection"
import { Failure } from "../common/failure"
import { QueryResult } from "../common/query-result"
import { SignInButton } from "../sign-in/sign-in-button"
import { KeyStep } from "./key-step"

/** Puts another key in the place of the stored one. The old one is never shown. */
export const RotateKey = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const toasts = useToasts()
  const service = useService()
  const rotate = useRotateKey(connection.id)
  const [open, setOpen] = useState(false)
  const [apiKey, setApiKey] = useState("")
  const show = (shown: boolean) => {
    setOpen(shown)
    setApiKey("")
    rotate.reset()
  }
  const save = () =>
    rotate.mutate(apiKey.trim(), {
      onSuccess: () => {
        toasts.succeeded(t("rotate.done"))
        show(false)
      },
    })
  return (
    <Drawer open={open} onOpenChange={show}>
      <Drawer.Trigger asChild>
        <Button size="small" variant="secondary">
          {t("rotate.title")}
        </Button>
      </Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{t("rotate.title")}</Drawer.Title>
          <Drawer.Description>{t("rotate.hint")}</Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="flex flex-col gap-y-4 overflow-y-auto">
          <QueryResult query={service}>
            {(shown) => (
              <>
                {shown.can_sign_in && <SignInButton connectionId={connection.id} />}
                <KeyStep service={shown} apiKey={apiKey} onChange={setApiKey} />
              </>
            )}
          </QueryResult>
          {rotate.error && <Failure error={rotate.error} />}
        </Drawer.Body>
        <Drawer.Footer>
          <Drawer.Close asChild>
            <Button size="small" variant="secondary">
              {t("actions.cancel")}
            </Button>
          </Drawer.Close>
          <Button size="small" disabled={apiKey.trim() === ""} isLoading={rotate.isPending} onClick={save}>
            {t("rotate.save")}
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}
