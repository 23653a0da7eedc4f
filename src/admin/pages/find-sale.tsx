import { Button, Input, Label, Text } from "@medusajs/ui"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { useSearchParams } from "react-router-dom"
import { ConnectionPage } from "../components/common/connection-page"
import { DayField } from "../components/common/fields"
import { Section } from "../components/common/section"
import { Empty, QueryResult } from "../components/common/states"
import { FoundSaleSection } from "../components/sales/found-sale"
import { SalesAtPos } from "../components/sales/sales-at-pos"
import { useTexts } from "../hooks/common/use-texts"
import { type SearchedSales, useFoundSales } from "../hooks/sales/use-sales"
import type { Connection } from "../lib/answers/connection"

const LONGEST = 200

/** The text and the days of a search; Enter searches. The text has the focus when the page opens. */
const SearchForm = ({
  searched,
  onSearch,
}: {
  searched: SearchedSales
  onSearch: (searched: SearchedSales) => void
}) => {
  const { t } = useTexts()
  const [text, setText] = useState(searched.q)
  const [from, setFrom] = useState(searched.from)
  const [to, setTo] = useState(searched.to)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // One day is a period, too.
    onSearch({ q: text.trim(), from: from === "" ? to : from, to: to === "" ? from : to })
  }
  return (
    <form role="search" className="flex flex-wrap items-end gap-3 px-6 py-4" onSubmit={submit}>
      <div className="flex min-w-0 grow basis-64 flex-col gap-y-1">
        <Label htmlFor="pos-find-sale" size="small">
          {t("sales.label")}
        </Label>
        <Input
          id="pos-find-sale"
          ref={field}
          // With the type "search", Medusa's field shows an image without a name.
          type="text"
          role="searchbox"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={LONGEST}
          placeholder={t("sales.placeholder")}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <DayField label={t("exports.from")} value={from} onChange={setFrom} />
      <DayField label={t("exports.to")} value={to} onChange={setTo} />
      <Button type="submit" size="base" disabled={from !== "" && to !== "" && from > to}>
        {t("sales.search")}
      </Button>
    </form>
  )
}

/** The search in the URL, so that it can be shared and comes back. */
function useSearched() {
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(name) ?? ""
  const searched: SearchedSales = { q: read("q"), from: read("from"), to: read("to") }
  const search = (next: SearchedSales) =>
    setParams((previous) => {
      for (const [name, value] of Object.entries(next)) {
        if (value === "") {
          previous.delete(name)
        } else {
          previous.set(name, value)
        }
      }
      return previous
    })
  return { searched, search }
}

/** The sales that were found in the store; otherwise, or on request, what the POS has. */
const FoundSales = ({ connection, searched }: { connection: Connection; searched: SearchedSales }) => {
  const { t } = useTexts()
  const foundSales = useFoundSales(connection.id, searched)
  const [isAtPos, setIsAtPos] = useState(false)
  return (
    <QueryResult query={foundSales} lines={6}>
      {({ sales, has_more: hasMore, readings, day }) => {
        const days = day === null ? searched : { q: searched.q, from: day, to: day }
        if (readings.length === 0) {
          return (
            <Section title={t("sales.unread")}>
              <Empty title={t("sales.unread")} hint={t("sales.unreadHint")} />
            </Section>
          )
        }
        return (
          <div className="flex flex-col gap-y-3">
            <Text size="small" className="text-ui-fg-subtle px-6" aria-live="polite">
              {sales.length === 0 ? t("sales.nothing") : t("sales.found", { number: sales.length })}{" "}
              {hasMore && t("sales.more")}
            </Text>
            {sales.map((sale) => (
              <FoundSaleSection key={sale.id} sale={sale} timeZone={connection.time_zone} />
            ))}
            {sales.length === 0 || isAtPos ? (
              <SalesAtPos connection={connection} searched={days} />
            ) : (
              <div>
                <Button size="small" variant="secondary" onClick={() => setIsAtPos(true)}>
                  {t("sales.atPos.open")}
                </Button>
              </div>
            )}
          </div>
        )
      }}
    </QueryResult>
  )
}

const FindSalePage = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const { searched, search } = useSearched()
  const { q, from, to } = searched
  const isAsked = q !== "" || (from !== "" && to !== "")
  const key = `${q} ${from} ${to}`
  return (
    <>
      <Section level="h1" title={t("menu.findSale")} hint={t("sales.hint")}>
        <SearchForm key={key} searched={searched} onSearch={search} />
        {!isAsked && <Empty title={t("sales.start.title")} hint={t("sales.start.hint")} />}
      </Section>
      {isAsked && <FoundSales key={key} connection={connection} searched={searched} />}
    </>
  )
}

/** Point of sale › Find a sale: where a sale is, from the register to the bank. */
const FindSale = () => (
  <ConnectionPage>{(connection) => <FindSalePage key={connection.id} connection={connection} />}</ConnectionPage>
)

export default FindSale
