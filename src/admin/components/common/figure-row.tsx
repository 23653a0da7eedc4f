import type { ReactNode } from "react"

export type Figure = { name: string; value: ReactNode; more?: ReactNode }

/** A few figures side by side, one below the other on a phone. */
export const FigureRow = ({ figures }: { figures: Figure[] }) => (
  <dl className="grid grid-cols-1 divide-y sm:grid-cols-3 sm:divide-x sm:divide-y-0">
    {figures.map(({ name, value, more }) => (
      <div key={name} className="flex flex-col gap-y-1 px-6 py-4">
        <dt className="txt-compact-small text-ui-fg-subtle">{name}</dt>
        <dd className="txt-compact-large-plus">{value}</dd>
        {more && <dd className="txt-compact-small text-ui-fg-subtle">{more}</dd>}
      </div>
    ))}
  </dl>
)
