import { Heading, Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import type { Rules } from "../../hooks/connections/use-connect-wizard"
import type { Service } from "../../lib/answers/connection"
import { MirrorFields } from "../settings/mirror-fields"
import { PushFields } from "../settings/push-fields"
import type { Places } from "./choices-step"

/** How the connection is to work from the first product on; everything has a default, and may be changed later. */
export const RulesStep = (props: {
  defaults: Service["defaults"]
  rules: Rules
  places: Places
  onChange: (rules: Rules) => void
}) => {
  const { defaults, rules, places, onChange } = props
  const { t } = useTexts()
  return (
    <div className="flex flex-col gap-y-8">
      <Text size="small" className="text-ui-fg-subtle">
        {t("wizard.rules.hint")}
      </Text>
      <section className="flex flex-col gap-y-6">
        <Heading level="h2">{t("choices.push.title")}</Heading>
        <PushFields
          settings={{ ...defaults.push_settings, ...rules.push }}
          change={(changed) => onChange({ ...rules, push: { ...rules.push, ...changed } })}
        />
      </section>
      <section className="flex flex-col gap-y-6">
        <Heading level="h2">{t("choices.mirror.title")}</Heading>
        <MirrorFields
          settings={{ ...defaults.mirror_settings, ...rules.mirror }}
          stockLocationId={places.stock_location_id}
          change={(changed) => onChange({ ...rules, mirror: { ...rules.mirror, ...changed } })}
        />
      </section>
    </div>
  )
}
