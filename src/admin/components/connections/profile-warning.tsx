import { Alert, Text } from "@medusajs/ui"
import { useState } from "react"
import { Button } from "../common/button"
import { useTexts } from "../../hooks/common/use-texts"
import { useRegionChoices } from "../../hooks/store/use-store-choices"
import { useConfirmProfile } from "../../hooks/connections/use-connections"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import type { Connection } from "../../lib/answers/connection"
import { getName } from "../../lib/connections"
import { ChoiceField } from "../common/fields"
import { Details } from "../common/section"
import { Restricted } from "../common/restricted"

/** The organization has changed at the POS: what that means, and, after a change of currency, the region to continue with. */
export const ProfileWarning = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const confirm = useConfirmProfile(connection.id)
  const regions = useRegionChoices()
  const [region, setRegion] = useState("")
  const { profile_warning: warning } = connection
  if (!warning) {
    return null
  }
  const needsRegion = warning.kind === "currency"
  const fitting = regions.data?.filter(({ currency_code }) => currency_code.toUpperCase() === warning.after)
  const markAsSeen = () =>
    confirm.mutate(needsRegion ? { region_id: region } : {}, {
      onSuccess: () => toasts.succeeded(t("choices.saved")),
      onError: toasts.failed,
    })
  return (
    <Alert variant="warning">
      <div className="flex flex-col items-start gap-y-3">
        <div>
          <Text size="small">
            {t([`profile.kinds.${warning.kind}`, "profile.kinds.other"], {
              name: getName(connection),
              currency: warning.after ?? t("unknown"),
            })}
          </Text>
          <Details>{warning.message}</Details>
        </div>
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
        <Restricted to="manage">
          <Button
            size="small"
            variant="secondary"
            disabled={needsRegion && region === ""}
            isLoading={confirm.isPending}
            onClick={markAsSeen}
          >
            {t(needsRegion ? "profile.goOn" : "profile.seen")}
          </Button>
        </Restricted>
      </div>
    </Alert>
  )
}
