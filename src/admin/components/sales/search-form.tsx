import { Button, Input, Label } from "@medusajs/ui"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import type { SearchedSales } from "../../hooks/sales/use-sales"
import { DayField } from "../common/fields"

const LONGEST = 200

/** The text and the days of a search; Enter searches. The text has the focus when the page opens. */
export const SearchForm = ({
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
