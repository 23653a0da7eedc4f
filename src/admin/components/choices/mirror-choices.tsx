import { Input, Label } from "@medusajs/ui"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import { useMirrorSettings, useSaveMirrorSettings } from "../../hooks/use-mirror"
import type { Connection } from "../../lib/answers/connection"
import { Facts } from "../facts"
import { Reading } from "../reading"
import { Section } from "../section"
import { Choice } from "./choice"
import { ChoicesDrawer } from "./choices-drawer"
import { Flag } from "./flag"

const OPTIONS = {
  stock_policy: ["two-way", "pos-only", "off"],
  drift_policy: ["report", "trust-shop", "trust-pos"],
} as const

const NAMES = ["stock_policy", "drift_policy"] as const

/** What becomes of what the counter tells. */
export const MirrorChoices = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const settings = useMirrorSettings(connection.id)
  const save = useSaveMirrorSettings(connection.id)
  return (
    <Section
      title={t("choices.mirror.title")}
      hint={t("choices.mirror.hint")}
      actions={
        <ChoicesDrawer
          title={t("choices.mirror.title")}
          hint={t("choices.mirror.hint")}
          settings={settings.data}
          save={save}
        >
          {(shown, change) => (
            <>
              {NAMES.map((name) => (
                <Choice
                  key={name}
                  name={name}
                  options={OPTIONS[name]}
                  value={shown[name]}
                  onChange={(value) => change({ [name]: value })}
                />
              ))}
              <Buffer value={shown.stock_buffer} onChange={(stock_buffer) => change({ stock_buffer })} />
              <Flag
                name="order_placed"
                value={shown.order_placed}
                onChange={(order_placed) => change({ order_placed })}
              />
            </>
          )}
        </ChoicesDrawer>
      }
    >
      <Reading query={settings}>
        {(shown) => (
          <Facts
            facts={[
              ...NAMES.map((name) => ({
                label: t(`choices.${name}.label`),
                value: t(`choices.${name}.options.${shown[name]}`, { defaultValue: shown[name] }),
              })),
              { label: t("choices.stock_buffer.label"), value: shown.stock_buffer },
              { label: t("choices.order_placed.label"), value: t(shown.order_placed ? "yes" : "no") },
            ]}
          />
        )}
      </Reading>
    </Section>
  )
}

const Buffer = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const { t } = useTranslation("pos")
  const id = useId()
  return (
    <div className="flex flex-col gap-y-1">
      <Label htmlFor={id} size="small" weight="plus">
        {t("choices.stock_buffer.label")}
      </Label>
      <Input id={id} inputMode="decimal" value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  )
}
