import { Button, Drawer } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { useNamedInUrl } from "../../hooks/common/use-named-in-url"
import { useTexts } from "../../hooks/common/use-texts"

/** What the URL names, in a drawer beside its list. `before` and `after` stand beside the button that closes it. */
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
  return (
    <Drawer open={named.id !== ""} onOpenChange={(open) => !open && named.close()}>
      <Drawer.Content>
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
