import type { ReactNode } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { formatMoney } from "../../lib/format/amounts"
import { formatAgo, formatTime } from "../../lib/format/time"

export type Figure = { name: string; value: ReactNode; more?: ReactNode }

/** A few numbers side by side, one below the other on a phone. */
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

export type Fact = { label: string; value: ReactNode }

/** Names and values, a row each; null facts are left out. */
export const Facts = ({ facts }: { facts: (Fact | null)[] }) => (
  <dl className="divide-y">
    {facts
      .filter((fact) => fact !== null)
      .map(({ label, value }) => (
        <div key={label} className="text-ui-fg-subtle grid grid-cols-2 items-start gap-4 px-6 py-3">
          <dt className="txt-compact-small-plus">{label}</dt>
          <dd className="txt-compact-small min-w-0 break-words">{value}</dd>
        </div>
      ))}
  </dl>
)

/** An amount of minor units in the currency's own form. */
export const Money = ({ amount, currency }: { amount: number; currency: string }) => {
  const { language } = useTexts()
  return <span className="text-nowrap tabular-nums">{formatMoney(amount, currency, language)}</span>
}

/** A time in the organization's zone, or a dash for none. */
export const Moment = ({ at, timeZone }: { at: string | null; timeZone: string | null }) => {
  const { t, language } = useTexts()
  return at ? (
    <time dateTime={at} className="text-nowrap">
      {formatTime(at, language, timeZone)}
    </time>
  ) : (
    <span>{t("none")}</span>
  )
}

/** How long ago something was, with the exact time at hand; the word for never otherwise. */
export const Ago = ({ at, timeZone }: { at: string | null; timeZone: string | null }) => {
  const { t, language } = useTexts()
  return at ? (
    <time dateTime={at} title={formatTime(at, language, timeZone)}>
      {formatAgo(at, language, new Date())}
    </time>
  ) : (
    <span>{t("never")}</span>
  )
}
