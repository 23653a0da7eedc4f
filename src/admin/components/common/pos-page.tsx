import type { ReactNode } from "react"
import { OutageNotice } from "./outage-notice"

/** A page of the plugin, below what concerns all of them: that the POS does not answer. */
export const PosPage = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-y-3">
    <OutageNotice />
    {children}
  </div>
)
