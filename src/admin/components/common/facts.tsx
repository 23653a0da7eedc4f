import type { ReactNode } from "react"

export type Fact = { label: string; value: ReactNode }

/** Names and values, a row each. */
export const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl className="divide-y">
    {facts.map(({ label, value }) => (
      <div key={label} className="text-ui-fg-subtle grid grid-cols-2 items-start gap-4 px-6 py-3">
        <dt className="txt-compact-small-plus">{label}</dt>
        <dd className="txt-compact-small min-w-0 break-words">{value}</dd>
      </div>
    ))}
  </dl>
)
