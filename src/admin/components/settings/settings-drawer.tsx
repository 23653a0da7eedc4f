import { Button, Drawer } from "@medusajs/ui"
import type { UseMutationResult } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { useToasts } from "../../hooks/common/use-toasts"
import { Failure } from "../common/failure"

/** Settings in a drawer; what was changed is kept until it is saved, and forgotten when the drawer closes. */
export function SettingsDrawer<Settings extends object>(props: {
  title: string
  hint: string
  settings: Settings | undefined
  save: Pick<UseMutationResult<unknown, Error, object>, "mutate" | "isPending" | "error" | "reset">
  children: (settings: Settings, change: (changed: Partial<Settings>) => void) => ReactNode
}) {
  const { title, hint, settings, save, children } = props
  const { t } = useTranslation("pos")
  const toasts = useToasts()
  const [open, setOpen] = useState(false)
  const [changed, setChanged] = useState<Partial<Settings>>({})
  const show = (shown: boolean) => {
    setOpen(shown)
    setChanged({})
    save.reset()
  }
  const submit = () =>
    save.mutate(changed, {
      onSuccess: () => {
        toasts.succeeded(t("choices.saved"))
        show(false)
      },
    })
  return (
    <Drawer open={open} onOpenChange={show}>
      <Drawer.Trigger asChild>
        <Button size="small" variant="secondary" disabled={settings === undefined}>
          {t("actions.edit")}
        </Button>
      </Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.Description>{hint}</Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="flex flex-col gap-y-6 overflow-y-auto">
          {settings &&
            children({ ...settings, ...changed }, (more) => setChanged((before) => ({ ...before, ...more })))}
          {save.error && <Failure error={save.error} />}
        </Drawer.Body>
        <Drawer.Footer>
          <Drawer.Close asChild>
            <Button size="small" variant="secondary">
              {t("actions.cancel")}
            </Button>
          </Drawer.Close>
          <Button size="small" disabled={Object.keys(changed).length === 0} isLoading={save.isPending} onClick={submit}>
            {t("actions.save")}
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}
