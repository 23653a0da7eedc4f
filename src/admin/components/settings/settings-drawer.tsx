import type { UseMutationResult } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { FormDrawer } from "../common/form-drawer"

/** Settings in a drawer; what was changed is kept until it is saved, and forgotten when the drawer closes. */
export function SettingsDrawer<Settings extends object>(props: {
  title: string
  hint: string
  settings: Settings | undefined
  save: Pick<UseMutationResult<unknown, Error, object>, "mutate" | "isPending" | "error" | "reset">
  children: (settings: Settings, change: (changed: Partial<Settings>) => void) => ReactNode
}) {
  const { title, hint, settings, save, children } = props
  const { t } = useTexts()
  const [changed, setChanged] = useState<Partial<Settings>>({})
  return (
    <FormDrawer
      opens={t("actions.edit")}
      disabled={settings === undefined}
      title={title}
      hint={hint}
      saves={t("actions.save")}
      canSave={Object.keys(changed).length > 0}
      saved={t("choices.saved")}
      saving={save}
      onSave={(onSuccess) => save.mutate(changed, { onSuccess })}
      onShow={() => setChanged({})}
    >
      {settings && children({ ...settings, ...changed }, (more) => setChanged((before) => ({ ...before, ...more })))}
    </FormDrawer>
  )
}
