import { Drawer } from "@medusajs/ui"
import { type ReactNode, useState } from "react"
import { Button } from "./button"
import type { Permission } from "../../../contract/permissions"
import { useFocusReturn } from "../../hooks/common/use-focus-return"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../hooks/common/use-texts"
import type { useNamedInUrl } from "../../hooks/common/use-url-state"
import { Failure } from "./failure"
import { GuardedDrawer } from "./guarded-drawer"
import { Restricted } from "./restricted"

/** What a drawer with something to fill in contains; what failed is shown in it. */
export const FormContent = (props: {
  title: string
  hint: string
  saves: string
  canSave: boolean
  saving: { isPending: boolean; error: Error | null }
  onSave: () => void
  children: ReactNode
}) => {
  const { saving } = props
  const { t } = useTexts()
  const focus = useFocusReturn()
  return (
    <Drawer.Content {...focus}>
      <Drawer.Header>
        <Drawer.Title>{props.title}</Drawer.Title>
        <Drawer.Description>{props.hint}</Drawer.Description>
      </Drawer.Header>
      <Drawer.Body className="flex flex-col gap-y-6 overflow-y-auto">
        {props.children}
        {saving.error && <Failure error={saving.error} />}
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button size="small" variant="secondary">
            {t("actions.cancel")}
          </Button>
        </Drawer.Close>
        <Button size="small" disabled={!props.canSave} isLoading={saving.isPending} onClick={props.onSave}>
          {props.saves}
        </Button>
      </Drawer.Footer>
    </Drawer.Content>
  )
}

/** Something to fill in, in a drawer that its button opens. What failed is shown in it; once saved it closes and says so. */
export const FormDrawer = (props: {
  /** of the button that opens it */
  opens: string
  disabled?: boolean
  /** the right that it needs */
  needs: Permission
  title: string
  hint: string
  saves: string
  canSave: boolean
  /** true: what was filled in would be lost if it closed */
  isChanged?: boolean
  /** what the toast says */
  saved: string
  saving: { isPending: boolean; error: Error | null; reset: () => void }
  onSave: (onSuccess: () => void) => void
  /** forgets what was filled in: at opening and at closing */
  onShow: () => void
  children: ReactNode
}) => {
  const { saving } = props
  const toasts = useToasts()
  const [open, setOpen] = useState(false)
  const show = (shown: boolean) => {
    setOpen(shown)
    props.onShow()
    saving.reset()
  }
  const save = () =>
    props.onSave(() => {
      toasts.succeeded(props.saved)
      show(false)
    })
  return (
    <GuardedDrawer open={open} onOpenChange={show} isChanged={props.isChanged ?? false}>
      <Restricted to={props.needs}>
        <Drawer.Trigger asChild>
          <Button size="small" variant="secondary" disabled={props.disabled ?? false}>
            {props.opens}
          </Button>
        </Drawer.Trigger>
      </Restricted>
      <FormContent
        title={props.title}
        hint={props.hint}
        saves={props.saves}
        canSave={props.canSave}
        saving={saving}
        onSave={save}
      >
        {props.children}
      </FormContent>
    </GuardedDrawer>
  )
}

/** What the URL names, in a drawer beside its list. `before` and `after` are beside the button that closes it. */
export const DrawerInUrl = (props: {
  named: ReturnType<typeof useNamedInUrl>
  title: ReactNode
  description: ReactNode
  before?: ReactNode
  after?: ReactNode
  children: ReactNode
}) => {
  const { named, title, description, before, after, children } = props
  const { t } = useTexts()
  const focus = useFocusReturn()
  return (
    <Drawer open={named.id !== ""} onOpenChange={(open) => !open && named.close()}>
      <Drawer.Content {...focus}>
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.Description>{description}</Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="overflow-y-auto p-0">{children}</Drawer.Body>
        <Drawer.Footer>
          {before}
          <Drawer.Close asChild>
            <Button size="small" variant="secondary">
              {t("actions.close")}
            </Button>
          </Drawer.Close>
          {after}
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}
