import { Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

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
            <Text size="small" className="text-ui-fg-subtle">
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
