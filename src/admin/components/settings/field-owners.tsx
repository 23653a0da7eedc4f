import { Checkbox, Label, Text } from "@medusajs/ui"
import { useId } from "react"
import { OWNED_FIELDS } from "../../../vocabulary/owned-fields"
import type { PushSettings } from "../../../vocabulary/push-settings"
import { useTexts } from "../../hooks/common/use-texts"

type Owners = PushSettings["field_owners"]

/** Which fields the counter owns: they are sent once and never again. */
export const FieldOwners = ({ owners, onChange }: { owners: Owners; onChange: (owners: Owners) => void }) => {
  const { t } = useTexts()
  const id = useId()
  return (
    <fieldset className="flex flex-col gap-y-2">
      <legend className="txt-compact-small-plus mb-1">{t("choices.owners.label")}</legend>
      <Text size="small" className="text-ui-fg-subtle">
        {t("choices.owners.hint")}
      </Text>
      <div className="grid grid-cols-2 gap-2">
        {OWNED_FIELDS.map((field) => (
          <div key={field} className="flex items-center gap-x-2">
            <Checkbox
              id={`${id}-${field}`}
              checked={owners[field] === "counter"}
              onCheckedChange={(checked) => onChange({ ...owners, [field]: checked === true ? "counter" : "shop" })}
            />
            <Label htmlFor={`${id}-${field}`} size="small">
              {t(`fields.${field}`)}
            </Label>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
