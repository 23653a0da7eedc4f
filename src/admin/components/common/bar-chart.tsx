import { Table } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { formatMoney } from "../../lib/format/amounts"
import { Money } from "./figures"

/** At most this many places are named below the bars; every second of them on a phone, where all would overlap. */
const NAMED = 7

const ALSO_ON_PHONE = "inline-block"
const NOT_ON_PHONE = "hidden sm:inline-block"

const PERCENT = 100

/** Labels of bars closer to an edge than this share of the width end at their bar, so that they stay on the card. */
const EDGE = 0.12

/** Tailwind class that places a label under its bar. Few bars are as wide as their labels. */
function getLabelPlace(index: number, count: number): string {
  const center = (index + 0.5) / count
  if (count <= NAMED) {
    return "-translate-x-1/2"
  }
  if (center < EDGE) {
    return "translate-x-0"
  }
  return center > 1 - EDGE ? "-translate-x-full" : "-translate-x-1/2"
}

/** What is drawn: bars of one color, or only a column of the table. Amounts in minor units. */
export type Series<Place> = { name: string; getValue: (place: Place) => number; color: string | null }

type Props<Place> = {
  places: Place[]
  series: Series<Place>[]
  nameOf: (place: Place) => string
  keyOf: (place: Place) => string
  currency: string
  /** what a place is, above the table's first column */
  placeLabel: string
}

/** Amounts of money as bars, and the same as a table for those who cannot see them or want numbers. */
export function BarChart<Place>(props: Props<Place>) {
  const { language } = useTexts()
  return (
    <div className="px-6 py-4">
      <Bars {...props} write={(amount) => formatMoney(amount, props.currency, language)} />
      <ChartTable {...props} />
    </div>
  )
}

type BarsProps<Place> = Pick<Props<Place>, "places" | "series" | "nameOf" | "keyOf"> & {
  write: (amount: number) => string
}

/**
 * Amounts as bars, side by side; the caller shows the same as a table. Drawn with boxes: the dashboard ships no
 * charts, and a library for them would weigh more than this whole admin.
 */
export function Bars<Place>({ places, series, nameOf, keyOf, write }: BarsProps<Place>) {
  const drawn = series.filter(({ color }) => color !== null)
  const highest = Math.max(1, ...places.flatMap((place) => drawn.map(({ getValue }) => getValue(place))))
  const share = (amount: number) => `${Math.max(0, (amount / highest) * PERCENT)}%`
  const every = Math.ceil(places.length / NAMED)
  const onPhone = (index: number) => (((places.length - 1 - index) / every) % 2 === 0 ? ALSO_ON_PHONE : NOT_ON_PHONE)
  const toTitle = (place: Place) =>
    `${nameOf(place)}: ${drawn.map(({ getValue }) => write(getValue(place))).join(", ")}`
  return (
    <>
      <div aria-hidden className="flex h-40 items-end gap-px overflow-hidden sm:gap-1">
        {places.map((place) => (
          <div
            key={keyOf(place)}
            className="hover:bg-ui-bg-base-hover flex h-full min-w-0 flex-1 items-end justify-center gap-px rounded-sm"
            title={toTitle(place)}
          >
            {drawn.map(({ name, getValue, color }) => (
              <div
                key={name}
                className={`${color} w-full max-w-6 rounded-t-sm`}
                style={{ height: share(getValue(place)) }}
              />
            ))}
          </div>
        ))}
      </div>
      <div aria-hidden className="text-ui-fg-subtle txt-compact-xsmall flex gap-px border-t pt-2 sm:gap-1">
        {places.map((place, index) => (
          <div key={keyOf(place)} className="flex min-w-0 flex-1 justify-center">
            <span className="w-0">
              {(places.length - 1 - index) % every === 0 && (
                <span
                  className={`${onPhone(index)} ${getLabelPlace(index, places.length)} max-w-14 truncate sm:max-w-20`}
                >
                  {nameOf(place)}
                </span>
              )}
            </span>
          </div>
        ))}
      </div>
    </>
  )
}

function ChartTable<Place>({ places, series, nameOf, keyOf, currency, placeLabel }: Props<Place>) {
  const { t } = useTexts()
  return (
    <details className="mt-4">
      <summary className="txt-compact-small text-ui-fg-base underline cursor-pointer">{t("asTable")}</summary>
      <div className="mt-2 max-h-96 overflow-auto" tabIndex={0} role="region" aria-label={t("asTable")}>
        <Table>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell>{placeLabel}</Table.HeaderCell>
              {series.map(({ name }) => (
                <Table.HeaderCell key={name} className="text-right">
                  {name}
                </Table.HeaderCell>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {places.map((place) => (
              <Table.Row key={keyOf(place)}>
                <Table.Cell className="text-nowrap">{nameOf(place)}</Table.Cell>
                {series.map(({ name, getValue }) => (
                  <Table.Cell key={name} className="text-right">
                    <Money amount={getValue(place)} currency={currency} />
                  </Table.Cell>
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      </div>
    </details>
  )
}
