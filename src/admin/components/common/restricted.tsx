import { Container, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { Permission } from "../../../contract/permissions"
import { usePermission } from "../../hooks/common/use-permission"
import { useTexts } from "../../hooks/common/use-texts"
import { Empty } from "./states"

type Props = { to: Permission; children: ReactNode }

/** Buttons and fields that need a right: disabled for others, with the role to ask for. */
export const Restricted = ({ to, children }: Props) => {
  const { isAllowed, why } = usePermission(to)
  if (isAllowed) {
    return <>{children}</>
  }
  return (
    <fieldset disabled title={why} className="flex min-w-0 flex-wrap items-center gap-2">
      {/* A control that is disabled takes the pointer, and the fieldset's title would not be shown. */}
      <div style={{ pointerEvents: "none" }} className="flex min-w-0 flex-wrap items-center gap-2">
        {children}
      </div>
      <Text size="xsmall" className="text-ui-fg-subtle">
        {why}
      </Text>
    </fieldset>
  )
}

/** A part of one of Medusa's pages that needs a right: nothing for others. */
export const Permitted = ({ to, children }: Props) => (usePermission(to).isAllowed ? <>{children}</> : null)

/** A page that needs a right: for others, what it needs and whom to ask. */
export const PermittedPage = ({ to, children }: Props) => {
  const { t } = useTexts()
  const { isAllowed, why } = usePermission(to)
  if (isAllowed) {
    return <>{children}</>
  }
  return (
    <Container className="p-0">
      <Empty title={t("permission.missing")} hint={why} />
    </Container>
  )
}
