import { Hint, Text } from "@medusajs/ui"
import { useState } from "react"
import { Button } from "../common/button"
import { MAX_IMPORTED_SALES, MAX_SEARCHED_DAYS, type SaleAtPos } from "../../../contract/sale-search"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../hooks/common/use-texts"
import { type SearchedSales, useImportSales, useSalesAtPos } from "../../hooks/sales/use-sales"
import type { Connection } from "../../lib/answers/connection"
import { formatDate, isoDay } from "../../lib/format/time"
import { DayField } from "../common/fields"
import { Moment, Money } from "../common/figures"
import { Restricted } from "../common/restricted"
import { Section } from "../common/section"
import { QueryResult } from "../common/states"
import { useSaleName } from "./found-sale"

const DAY_MS = 86_400_000
const FIRST_DAYS = 7

/** The days of the search, or the last week. */
function firstPeriod({ from, to }: SearchedSales, timeZone: string | null): { from: string; to: string } {
  return from !== "" && to !== ""
    ? { from, to }
    : {
        from: isoDay(new Date(Date.now() - (FIRST_DAYS - 1) * DAY_MS), timeZone),
        to: isoDay(new Date(), timeZone),
      }
}

const isTooLong = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_SEARCHED_DAYS

/** A sale that only the POS has. */
const SaleAtPosRow = (props: { sale: SaleAtPos; timeZone: string | null; onImport: () => void; isBusy: boolean }) => {
  const { sale, timeZone, onImport, isBusy } = props
  const { t } = useTexts()
  const getName = useSaleName()
  const about = [sale.products.join(", "), sale.cashier ?? ""].filter((text) => text !== "")
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-6 py-3">
      <div className="min-w-0">
        <Text size="small" weight="plus">
          {getName(sale)}
        </Text>
        <Text size="small" className="text-ui-fg-subtle break-words">
          <Moment at={sale.sold_at} timeZone={timeZone} />
          {about.length > 0 && ` · ${about.join(" · ")}`}
        </Text>
        {!sale.can_import && <Hint>{t("sales.atPos.older")}</Hint>}
      </div>
      <div className="txt-compact-small flex items-center gap-3">
        <Money amount={sale.amount} currency={sale.currency_code} />
        {sale.can_import && (
          <Button
            size="small"
            variant="secondary"
            disabled={isBusy}
            aria-label={`${t("sales.atPos.import")}: ${getName(sale)}`}
            onClick={onImport}
          >
            {t("sales.atPos.import")}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Imports sales, and says how many came. */
function useImport(connectionId: string) {
  const { t } = useTexts()
  const toasts = useToasts()
  const change = useImportSales(connectionId)
  const start = (sales: SaleAtPos[]) =>
    change.mutate(
      sales.map(({ purchase_uuid: uuid }) => uuid),
      {
        onSuccess: ({ imported, waiting, missing }) =>
          toasts.succeeded(
            waiting + missing === 0
              ? t("sales.atPos.imported", { number: imported })
              : t("sales.atPos.partly", { number: imported, open: waiting + missing })
          ),
        onError: toasts.failed,
      }
    )
  return { start, isBusy: change.isPending }
}

const SaleList = ({ sales, connection }: { sales: SaleAtPos[]; connection: Connection }) => {
  const { t } = useTexts()
  const { start, isBusy } = useImport(connection.id)
  const importable = sales.filter(({ can_import: canImport }) => canImport).slice(0, MAX_IMPORTED_SALES)
  return (
    <Restricted to="operate">
      <div className="w-full">
        <ul className="divide-y">
          {sales.map((sale) => (
            <SaleAtPosRow
              key={sale.purchase_uuid}
              sale={sale}
              timeZone={connection.time_zone}
              isBusy={isBusy}
              onImport={() => start([sale])}
            />
          ))}
        </ul>
        {importable.length > 1 && (
          <div className="px-6 py-3">
            <Button size="small" variant="secondary" isLoading={isBusy} onClick={() => start(importable)}>
              {t("sales.atPos.importAll")}
            </Button>
          </div>
        )}
      </div>
    </Restricted>
  )
}

/** What the POS has of the searched sales now, and the way to import it. */
export const SalesAtPos = ({ connection, searched }: { connection: Connection; searched: SearchedSales }) => {
  const { t, language } = useTexts()
  const first = firstPeriod(searched, connection.time_zone)
  const [from, setFrom] = useState(first.from)
  const [to, setTo] = useState(first.to)
  const tooLong = isTooLong(from, to)
  const atPos = useSalesAtPos(
    connection.id,
    tooLong ? { q: searched.q, from: "", to: "" } : { q: searched.q, from, to }
  )
  const days = from === "" || to === "" ? "" : `${formatDate(from, language)} – ${formatDate(to, language)}`
  return (
    <Section title={t("sales.atPos.title")} hint={t("sales.atPos.hint")}>
      <div className="flex flex-wrap items-end gap-3 px-6 py-4">
        <DayField label={t("exports.from")} value={from} onChange={setFrom} />
        <DayField label={t("exports.to")} value={to} onChange={setTo} />
        {tooLong && <Hint variant="error">{t("sales.atPos.tooLong", { number: MAX_SEARCHED_DAYS })}</Hint>}
      </div>
      {!tooLong && from !== "" && from <= to && (
        <QueryResult query={atPos}>
          {({ sales, in_store: inStore, checked, is_complete: isComplete }) => (
            <div aria-live="polite">
              {sales.length > 0 && <SaleList sales={sales} connection={connection} />}
              <Text as="div" size="small" className="text-ui-fg-subtle px-6 py-4">
                {sales.length === 0 && (
                  <p className="text-ui-fg-base">
                    {t(inStore > 0 ? "sales.atPos.allInStore" : "sales.atPos.nothing", { days })}
                  </p>
                )}
                <p>{t("sales.atPos.checked", { number: checked })}</p>
                {inStore > 0 && <p>{t("sales.atPos.inStore", { number: inStore })}</p>}
                {!isComplete && <p>{t("sales.atPos.incomplete")}</p>}
              </Text>
            </div>
          )}
        </QueryResult>
      )}
    </Section>
  )
}
