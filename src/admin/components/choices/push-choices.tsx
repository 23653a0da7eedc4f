import { useTranslation } from "react-i18next"
import { usePushSettings, useSavePushSettings } from "../../hooks/use-push"
import type { Connection } from "../../lib/answers/connection"
import { FIELDS } from "../../lib/answers/push"
import { Facts } from "../facts"
import { Reading } from "../reading"
import { Section } from "../section"
import { Choice } from "./choice"
import { ChoicesDrawer } from "./choices-drawer"
import { FieldOwners } from "./field-owners"
import { Flag } from "./flag"
import { SelectionChoice } from "./selection-choice"

const OPTIONS = {
  leave_policy: ["delete", "keep"],
  invalid_policy: ["keep", "remove"],
  variant_overflow: ["refuse", "split"],
  category_choice: ["first", "deepest"],
  images: ["url", "upload", "off"],
} as const

const NAMES = ["leave_policy", "invalid_policy", "variant_overflow", "category_choice", "images"] as const

/** What goes to the counter, and how. */
export const PushChoices = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const settings = usePushSettings(connection.id)
  const save = useSavePushSettings(connection.id)
  return (
    <Section
      title={t("choices.push.title")}
      hint={t("choices.push.hint")}
      actions={
        <ChoicesDrawer
          title={t("choices.push.title")}
          hint={t("choices.push.hint")}
          settings={settings.data}
          save={save}
        >
          {(shown, change) => (
            <>
              <SelectionChoice selection={shown.selection} onChange={(selection) => change({ selection })} />
              {NAMES.map((name) => (
                <Choice
                  key={name}
                  name={name}
                  options={OPTIONS[name]}
                  value={shown[name]}
                  onChange={(value) => change({ [name]: value })}
                />
              ))}
              <Flag
                name="category_path"
                value={shown.category_path}
                onChange={(category_path) => change({ category_path })}
              />
              <Flag
                name="sale_prices"
                value={shown.price.sale_prices}
                onChange={(sale_prices) => change({ price: { ...shown.price, sale_prices } })}
              />
              <FieldOwners owners={shown.field_owners} onChange={(field_owners) => change({ field_owners })} />
            </>
          )}
        </ChoicesDrawer>
      }
    >
      <Reading query={settings}>
        {(shown) => (
          <Facts
            facts={[
              { label: t("choices.selection.label"), value: t(`choices.selection.options.${shown.selection.by}`) },
              ...NAMES.map((name) => ({
                label: t(`choices.${name}.label`),
                value: t(`choices.${name}.options.${shown[name]}`, { defaultValue: shown[name] }),
              })),
              {
                label: t("choices.owners.label"),
                value:
                  FIELDS.filter((field) => shown.field_owners[field] === "counter")
                    .map((field) => t(`fields.${field}`))
                    .join(", ") || t("none"),
              },
            ]}
          />
        )}
      </Reading>
    </Section>
  )
}
