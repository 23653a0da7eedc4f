import type { ReactNode } from "react"
import { useTexts } from "../../hooks/common/use-texts"

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
