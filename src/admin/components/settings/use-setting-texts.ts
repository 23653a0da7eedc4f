import { BOOK_KINDS, accountingSettingsSchema } from "../../../contract/accounting"
import { massChangeLimitsSchema, POS_CHANGE_GROUPS } from "../../../contract/mass-changes"
import {
  CHOSEN_MIRROR_FIELDS,
  OWNED_FIELDS,
  priceChoiceSchema,
  PUSH_FIELDS,
  selectionSchema,
  type SettingFields,
  wordsIn,
} from "../../../contract/settings"
import { useTexts } from "../../hooks/common/use-texts"
import { useChoiceNames } from "../../hooks/store/use-store-choices"
import type { Fact } from "../common/figures"

/** Settings that are one of a few words; others are a number or a text of a person's own. */
const WORDED = new Set(wordsIn({ ...PUSH_FIELDS, ...CHOSEN_MIRROR_FIELDS }).map(({ name }) => name))

/** Settings whose texts have another name than the setting. */
const LABELS: Partial<Record<string, string>> = {
  field_owners: "choices.owners.label",
  accounting: "choices.accounting.title",
}

/** Name and value of a setting in words; values are as the store's own routes return them. */
export function useSettingTexts() {
  const { t, language } = useTexts()
  const getChoiceName = useChoiceNames()
  const listed = (parts: string[]) => parts.join(", ") || t("none")
  const price = (value: unknown) => {
    const { region_id, price_list_id, sale_prices } = priceChoiceSchema.parse(value)
    const region = region_id === null ? t("choices.price.region_id.none") : getChoiceName(region_id)
    const saleChoice = `${t("choices.sale_prices.label")}: ${t(sale_prices ? "yes" : "no")}`
    return listed(price_list_id === null ? [region, saleChoice] : [region, getChoiceName(price_list_id), saleChoice])
  }
  const selection = (value: unknown) => {
    const { by, ids } = selectionSchema.parse(value)
    const name = t(`choices.selection.options.${by}`)
    return by === "all" ? name : `${name}: ${listed(ids.map(getChoiceName))}`
  }
  const owners = (value: unknown) => {
    const owned = PUSH_FIELDS.field_owners.parse(value)
    return listed(OWNED_FIELDS.filter((field) => owned[field] === "pos").map((field) => t(`fields.${field}`)))
  }
  const accounting = (value: unknown) => {
    const { accounts, rates, fiscal_year_start } = accountingSettingsSchema.parse(value)
    const month = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" })
    return listed([
      ...BOOK_KINDS.flatMap((kind) =>
        accounts[kind] === undefined ? [] : `${t(`accounting.kinds.${kind}`)} ${accounts[kind]}`
      ),
      ...rates.map(({ rate, sales, vat }) => `${t("accounting.atRate", { rate })} ${sales} / ${vat}`),
      `${t("accounting.fiscalYear.label")}: ${month.format(Date.UTC(2026, fiscal_year_start - 1))}`,
    ])
  }
  const massChangeLimits = (value: unknown) => {
    const { price_factor, stock_factor, ...limits } = massChangeLimitsSchema.parse(value)
    return listed([
      ...POS_CHANGE_GROUPS.map((group) => t("held.limit", { limit: t(`held.groups.${group}`), ...limits[group] })),
      t("held.factor", { price: price_factor, stock: stock_factor }),
    ])
  }
  const special: Partial<Record<string, (value: unknown) => string>> = {
    price,
    selection,
    field_owners: owners,
    accounting,
    mass_change_limits: massChangeLimits,
    time_zone: (value) => (typeof value === "string" ? value : t("none")),
  }
  return {
    labelOf: (name: string) =>
      t(LABELS[name] ?? (name === "price" ? "activities.facts.price" : `choices.${name}.label`)),
    isWorded: (name: string) => WORDED.has(name),
    textOf: (name: string, value: unknown): string => {
      const text = special[name]
      if (text) {
        return text(value)
      }
      if (typeof value === "boolean") {
        return t(value ? "yes" : "no")
      }
      return Array.isArray(value)
        ? listed(value.map((each) => getChoiceName(String(each))))
        : WORDED.has(name)
          ? t([`choices.${name}.options.${String(value)}`, "unknown"])
          : String(value)
    },
  }
}

/** Values of the settings that are one of a few words. */
export function useWordFacts(fields: SettingFields): (settings: Record<string, unknown>) => Fact[] {
  const { t } = useTexts()
  return (settings) =>
    wordsIn(fields).map(({ name }) => ({
      label: t(`choices.${name}.label`),
      value: t(`choices.${name}.options.${String(settings[name])}`),
    }))
}
