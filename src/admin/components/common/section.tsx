import { Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "../../hooks/common/use-texts"

/** A box of a page, with its heading and what can be done there. */
export const Section = (props: {
  title: string
  hint?: string
  level?: "h1" | "h2"
  actions?: ReactNode
  children?: ReactNode
}) => {
  const { title, hint, level = "h2", actions, children } = props
  return (
    <Container className="divide-y p-0" data-pos="">
      <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
        <div className="min-w-0">
          <Heading level={level} className="break-words">
            {title}
          </Heading>
          {hint && (
            <Text size="small" className="text-ui-fg-subtle break-words">
              {hint}
            </Text>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </Container>
  )
}

/** What only helps a developer or the support, folded: ids, names of the API, messages of a server. */
export const Details = ({ children }: { children: ReactNode }) => {
  const { t } = useTexts()
  return (
    <details className="txt-compact-small text-ui-fg-subtle mt-1 whitespace-normal">
      <summary className="text-ui-fg-subtle w-fit cursor-pointer underline">{t("details")}</summary>
      <code className="mt-1 block whitespace-pre-wrap break-all">{children}</code>
    </details>
  )
}
