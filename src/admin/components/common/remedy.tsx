import type { ReactNode } from "react"
import { useTexts } from "../../hooks/common/use-texts"

/** What a person can do, one click away; below it what came as it came, for who is asked for help. */
export const Remedy = ({ children, raw }: { children: ReactNode; raw?: string | null }) => {
  const { t } = useTexts()
  return (
    <details className="txt-compact-small text-ui-fg-subtle mt-1 whitespace-normal">
      <summary className="text-ui-fg-subtle w-fit cursor-pointer underline">{t("reasons.toDo")}</summary>
      {children}
      {raw && <code className="mt-1 block break-all">{raw}</code>}
    </details>
  )
}
