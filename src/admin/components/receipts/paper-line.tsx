import { clx } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A line of a receipt: what, how much, and what else is to be said of it. */
export const PaperLine = (props: { name: string; amount: ReactNode; strong?: boolean; children?: ReactNode }) => {
  const { name, amount, strong = false, children } = props
  return (
    <li>
      <div className={clx("flex justify-between gap-4", strong && "text-base font-bold")}>
        <span className="min-w-0 break-words">{name}</span>
        <span className="shrink-0">{amount}</span>
      </div>
      {children && <div className="text-ui-fg-subtle text-xs">{children}</div>}
    </li>
  )
}
