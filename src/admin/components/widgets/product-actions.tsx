import { Drawer } from "@medusajs/ui"
import { useState } from "react"
import { Link } from "react-router-dom"
import { Button } from "../common/button"
import { isTooLong, OVERRIDE_LIMITS } from "../../../contract/catalog"
import { useInclude, useMakeBarcodes, useOverride, usePushProducts } from "../../hooks/catalog/use-product-links"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../hooks/common/use-texts"
import { useProductVariants } from "../../hooks/store/use-store-choices"
import type { Connection } from "../../lib/answers/connection"
import type { Overrides, ProductLink } from "../../lib/answers/product"
import { Failure } from "../common/failure"
import { GuardedDrawer } from "../common/guarded-drawer"
import { TextField } from "../common/fields"
import { QueryResult } from "../common/states"
import { Restricted } from "../common/restricted"

/** Values of the fields of a product's overrides; "" for the store's own. */
export type OverrideFields = {
  name: string
  category: string
  price: string
  variants: Record<string, { price: string; barcode: string }>
}

/** The present values, with a field for each of the product's variants. */
export function getFields(overrides: Overrides | null | undefined, variantIds: string[]): OverrideFields {
  const { name = "", category = "", price = "", variants = {} } = overrides ?? {}
  return {
    name,
    category,
    price,
    variants: Object.fromEntries(
      variantIds.map((id) => [id, { price: variants[id]?.price ?? "", barcode: variants[id]?.barcode ?? "" }])
    ),
  }
}

/** What the fields come to; null when nothing differs from the store's own. A price may be written with a comma. */
export function getOverrides({ name, category, price, variants }: OverrideFields): Overrides | null {
  const variantOverrides = Object.fromEntries(
    Object.entries(variants)
      .map(([id, fields]) => [id, filled({ price: decimal(fields.price), barcode: fields.barcode })] as const)
      .filter(([, fields]) => Object.keys(fields).length > 0)
  )
  const overrides = {
    ...filled({ name, category, price: decimal(price) }),
    ...(Object.keys(variantOverrides).length > 0 ? { variants: variantOverrides } : {}),
  }
  return Object.keys(overrides).length > 0 ? overrides : null
}

const decimal = (text: string) => text.trim().replace(",", ".")

const filled = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])))

/** Gives variants without any code a barcode of the in-store range, in the store. */
const MakeBarcodes = ({ productIds }: { productIds: string[] }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const make = useMakeBarcodes()
  const now = () =>
    make.mutate(productIds, {
      onSuccess: ({ variants }) => toasts.succeeded(t("barcodes.made", { count: variants.length })),
      onError: toasts.failed,
    })
  return (
    <Button size="small" variant="secondary" className="self-start" isLoading={make.isPending} onClick={now}>
      {t("barcodes.make")}
    </Button>
  )
}

type Variant = { id: string; title?: string | null | undefined; barcode?: string | null | undefined }

const OverridesForm = (props: {
  link: ProductLink
  connection: Connection
  title: string
  variants: Variant[]
  onChange: () => void
  onDone: () => void
}) => {
  const { link, connection, title, variants, onChange, onDone } = props
  const { t } = useTexts()
  const toasts = useToasts()
  const save = useOverride(link.connection_id, link.product_id)
  const ids = variants.map(({ id }) => id)
  const [fields, fillIn] = useState(() => getFields(link.overrides, ids))
  const setFields = (changed: typeof fields) => {
    fillIn(changed)
    onChange()
  }
  const priceLabel = t("overrides.price", { currency: connection.currency_code.toUpperCase() })
  const toError = (text: string, limit: number) =>
    isTooLong(text, limit) ? t("overrides.tooLong", { length: text.trim().length, limit }) : undefined
  const isInvalid =
    isTooLong(fields.name, OVERRIDE_LIMITS.name) ||
    isTooLong(fields.category, OVERRIDE_LIMITS.category) ||
    Object.values(fields.variants).some(({ barcode }) => isTooLong(barcode, OVERRIDE_LIMITS.barcode))
  const submit = () =>
    save.mutate(getOverrides(fields), {
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
          error={toError(fields.name, OVERRIDE_LIMITS.name)}
          value={fields.name}
          onChange={(name) => setFields({ ...fields, name })}
        />
        <TextField
          label={t("fields.category")}
          error={toError(fields.category, OVERRIDE_LIMITS.category)}
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
          const variantFields = fields.variants[variant.id] ?? { price: "", barcode: "" }
          const change = (changed: Partial<typeof variantFields>) =>
            setFields({ ...fields, variants: { ...fields.variants, [variant.id]: { ...variantFields, ...changed } } })
          return (
            <fieldset key={variant.id} className="border-t pt-4">
              <legend className="txt-compact-small-plus pr-2">{variant.title ?? variant.id}</legend>
              <div className="grid grid-cols-2 gap-4">
                <TextField
                  label={priceLabel}
                  inputMode="decimal"
                  value={variantFields.price}
                  onChange={(price) => change({ price })}
                />
                <TextField
                  label={t("fields.barcode")}
                  placeholder={variant.barcode ?? undefined}
                  error={toError(variantFields.barcode, OVERRIDE_LIMITS.barcode)}
                  value={variantFields.barcode}
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
        <Button size="small" variant="secondary" onClick={() => setFields(getFields(null, ids))}>
          {t("overrides.clear")}
        </Button>
        <Button size="small" isLoading={save.isPending} disabled={isInvalid} onClick={submit}>
          {t("actions.save")}
        </Button>
      </Drawer.Footer>
    </>
  )
}

/** What the POS shows of a product instead of the store's own: name, category, price and barcodes. */
const OverridesDrawer = ({ link, connection }: { link: ProductLink; connection: Connection }) => {
  const { t } = useTexts()
  const [open, setOpen] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const product = useProductVariants(link.product_id, open)
  const show = (shown: boolean) => {
    setOpen(shown)
    setIsChanged(false)
  }
  return (
    <GuardedDrawer open={open} onOpenChange={show} isChanged={isChanged}>
      <Drawer.Trigger asChild>
        <Button size="small" variant="secondary">
          {t("overrides.open")}
        </Button>
      </Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{t("overrides.title")}</Drawer.Title>
          <Drawer.Description>{t("overrides.hint")}</Drawer.Description>
        </Drawer.Header>
        <QueryResult query={product}>
          {({ title, variants }) => (
            <OverridesForm
              link={link}
              connection={connection}
              title={title}
              variants={variants}
              onChange={() => setIsChanged(true)}
              onDone={() => show(false)}
            />
          )}
        </QueryResult>
      </Drawer.Content>
    </GuardedDrawer>
  )
}

/** Pushes a product now, and takes it out of the POS's selection or back in. */
export const ProductActions = ({ link, connection }: { link: ProductLink; connection: Connection | undefined }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const push = usePushProducts(link.connection_id)
  const include = useInclude(link.connection_id)
  const inclusion = link.inclusion === "exclude" ? "auto" : "exclude"
  return (
    <div className="flex flex-wrap gap-2 px-6 py-4">
      <Restricted to="operate">
        {link.inclusion !== "exclude" && (
          <Button
            size="small"
            variant="secondary"
            isLoading={push.isPending}
            onClick={() =>
              push.mutate([link.product_id], {
                onSuccess: () => toasts.succeeded(t("product.pushing")),
                onError: toasts.failed,
              })
            }
          >
            {t("product.push")}
          </Button>
        )}
        <Button
          size="small"
          variant="secondary"
          isLoading={include.isPending}
          onClick={() =>
            include.mutate(
              { product_ids: [link.product_id], inclusion },
              { onSuccess: () => toasts.succeeded(t("product.changed")), onError: toasts.failed }
            )
          }
        >
          {t(`product.${inclusion}`)}
        </Button>
        {connection && <OverridesDrawer link={link} connection={connection} />}
      </Restricted>
      <Button size="small" variant="secondary" asChild>
        <Link to={`/pos/catalog/sync-preview?connection=${link.connection_id}&product=${link.product_id}`}>
          {t("product.diff")}
        </Link>
      </Button>
    </div>
  )
}
