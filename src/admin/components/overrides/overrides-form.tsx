import { Button, Drawer } from "@medusajs/ui"
import { useState } from "react"
import { useTexts } from "../../hooks/common/use-texts"
import { useOverride } from "../../hooks/overrides/use-overrides"
import { useToasts } from "../../hooks/common/use-toasts"
import type { Connection } from "../../lib/answers/connection"
import type { ProductLink } from "../../lib/answers/product-link"
import { isTooLong, OVERRIDE_LIMITS } from "../../../vocabulary/override-limits"
import { fieldsOf, overridesOf } from "./override-fields"
import { Failure } from "../common/failure"
import { TextField } from "../common/text-field"
import { MakeBarcodes } from "./make-barcodes"

type Variant = { id: string; title?: string | null | undefined; barcode?: string | null | undefined }

export const OverridesForm = (props: {
  link: ProductLink
  connection: Connection
  title: string
  variants: Variant[]
  onDone: () => void
}) => {
  const { link, connection, title, variants, onDone } = props
  const { t } = useTexts()
  const toasts = useToasts()
  const save = useOverride(link.connection_id, link.product_id)
  const ids = variants.map(({ id }) => id)
  const [fields, setFields] = useState(() => fieldsOf(link.overrides, ids))
  const priceLabel = t("overrides.price", { currency: connection.currency_code.toUpperCase() })
  const errorOf = (text: string, limit: number) =>
    isTooLong(text, limit) ? t("overrides.tooLong", { length: text.trim().length, limit }) : undefined
  const isInvalid =
    isTooLong(fields.name, OVERRIDE_LIMITS.name) ||
    isTooLong(fields.category, OVERRIDE_LIMITS.category) ||
    Object.values(fields.variants).some(({ barcode }) => isTooLong(barcode, OVERRIDE_LIMITS.barcode))
  const submit = () =>
    save.mutate(overridesOf(fields), {
      onSuccess: () => {
        toasts.succeeded(t("choices.saved"))
        onDone()
      },
    })
  return (
    <>
      <Drawer.Body className="flex flex-col gap-y-6 overflow-y-auto">
        <TextField
          label={t("fields.name")}
          placeholder={title}
          error={errorOf(fields.name, OVERRIDE_LIMITS.name)}
          value={fields.name}
          onChange={(name) => setFields({ ...fields, name })}
        />
        <TextField
          label={t("fields.category")}
          error={errorOf(fields.category, OVERRIDE_LIMITS.category)}
          value={fields.category}
          onChange={(category) => setFields({ ...fields, category })}
        />
        <TextField
          label={priceLabel}
          hint={t("overrides.priceHint")}
          inputMode="decimal"
          value={fields.price}
          onChange={(price) => setFields({ ...fields, price })}
        />
        {variants.map((variant) => {
          const own = fields.variants[variant.id] ?? { price: "", barcode: "" }
          const change = (changed: Partial<typeof own>) =>
            setFields({ ...fields, variants: { ...fields.variants, [variant.id]: { ...own, ...changed } } })
          return (
            <fieldset key={variant.id} className="border-t pt-4">
              <legend className="txt-compact-small-plus pr-2">{variant.title ?? variant.id}</legend>
              <div className="grid grid-cols-2 gap-4">
                <TextField
                  label={priceLabel}
                  inputMode="decimal"
                  value={own.price}
                  onChange={(price) => change({ price })}
                />
                <TextField
                  label={t("fields.barcode")}
                  placeholder={variant.barcode ?? undefined}
                  error={errorOf(own.barcode, OVERRIDE_LIMITS.barcode)}
                  value={own.barcode}
                  onChange={(barcode) => change({ barcode })}
                />
              </div>
            </fieldset>
          )
        })}
        {variants.some(({ barcode }) => !barcode) && <MakeBarcodes productIds={[link.product_id]} />}
        {save.error && <Failure error={save.error} />}
      </Drawer.Body>
      <Drawer.Footer>
        <Button size="small" variant="secondary" onClick={() => setFields(fieldsOf(null, ids))}>
          {t("overrides.clear")}
        </Button>
        <Button size="small" isLoading={save.isPending} disabled={isInvalid} onClick={submit}>
          {t("actions.save")}
        </Button>
      </Drawer.Footer>
    </>
  )
}
