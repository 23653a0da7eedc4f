import { Alert, Button, Text } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useRegionChoices } from "../../hooks/use-choices"
import { useConfirmProfile } from "../../hooks/use-connection-actions"
import { useTold } from "../../hooks/use-told"
import type { Connection } from "../../lib/answers/connection"
import { ChoiceField } from "./choice-field"

/** The organisation has changed at the service: what that means, and, after a change of currency, the region to go on with. */
export const ProfileWarning = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const told = useTold()
  const confirm = useConfirmProfile(connection.id)
  const regions = useRegionChoices()
  const [region, setRegion] = useState("")
  const { profile_warning: warning } = connection
  if (!warning) {
    return null
  }
  const needsRegion = warning.kind === "currency"
  const fitting = regions.data?.filter(({ currency_code }) => currency_code.toUpperCase() === warning.after)
  const seen = () =>
    confirm.mutate(needsRegion ? { region_id: region } : {}, {
      onSuccess: () => told.succeeded(t("choices.saved")),
      onError: told.failed,
    })
  return (
    <Alert variant="warning">
      <div className="flex flex-col items-start gap-y-3">
        <Text size="small">{warning.message}</Text>
        {needsRegion && (
          <div className="w-full max-w-80">
            <ChoiceField
              label={t("wizard.choices.region_id.label")}
              hint={t("wizard.choices.region_id.hint")}
              choices={fitting}
              chosen={region}
              onChoose={setRegion}
            />
          </div>
        )}
        <Button
          size="small"
          variant="secondary"
          disabled={needsRegion && region === ""}
          isLoading={confirm.isPending}
          onClick={seen}
        >
          {t(needsRegion ? "profile.goOn" : "profile.seen")}
        </Button>
      </div>
    </Alert>
  )
}
