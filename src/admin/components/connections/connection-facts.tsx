import { Hint, Input, Label } from "@medusajs/ui"
import { useId, useState } from "react"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import { useConnections, useSetGroup } from "../../hooks/connections/use-connections"
import { useRegionChoices, useSalesChannelChoices, useStockLocationChoices } from "../../hooks/store/use-store-choices"
import type { Connection } from "../../lib/answers/connection"
import { getGroups } from "../../lib/connections"
import { Facts, Moment } from "../common/figures"
import { FormDrawer } from "../common/form-drawer"
import { Reason } from "../common/reason"
import { Details } from "../common/section"

type Choice = { id: string; name: string }

/** What a connection is bound to, each with its page in the store. */
export const ConnectionFacts = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const salesChannels = useSalesChannelChoices()
  const stockLocations = useStockLocationChoices()
  const regions = useRegionChoices()
  const linkTo = (path: string, id: string, choices: Choice[] | undefined) => (
    <Link className="text-ui-fg-base underline" to={`/settings/${path}/${id}`}>
      {choices?.find((choice) => choice.id === id)?.name ?? t("unknown")}
    </Link>
  )
  return (
    <Facts
      facts={[
        connection.group_name === null ? null : { label: t("groups.label"), value: connection.group_name },
        { label: t("connection.currency"), value: connection.currency_code.toUpperCase() },
        { label: t("connection.timeZone"), value: connection.time_zone ?? t("none") },
        {
          label: t("connection.taxation"),
          value: connection.taxation_mode === null ? t("none") : t([`taxation.${connection.taxation_mode}`, "unknown"]),
        },
        {
          label: t("wizard.choices.sales_channel_id.label"),
          value: linkTo("sales-channels", connection.sales_channel_id, salesChannels.data),
        },
        {
          label: t("wizard.choices.stock_location_id.label"),
          value: linkTo("locations", connection.stock_location_id, stockLocations.data),
        },
        {
          label: t("wizard.choices.region_id.label"),
          value: linkTo("regions", connection.region_id, regions.data),
        },
        {
          label: t("connection.stock"),
          value: t([`choices.stock_sync.options.${connection.stock_sync}`, "unknown"]),
        },
        { label: t("connection.email"), value: connection.contact_email },
        connection.customer_status && connection.customer_status !== "ACCEPTED"
          ? { label: t("connection.customerStatus"), value: <NotAccepted status={connection.customer_status} /> }
          : null,
        // Without credentials it was disconnected by hand, which its state says.
        connection.state_reason && connection.credentials !== null
          ? { label: t("receipts.why"), value: <Reason text={connection.state_reason} /> }
          : null,
        connection.credentials_expire_at
          ? {
              label: t("connection.credentialsEnd"),
              value: <Moment at={connection.credentials_expire_at} timeZone={connection.time_zone} />,
            }
          : null,
      ]}
    />
  )
}

/** The provider's own word for it is for the support. */
const NotAccepted = ({ status }: { status: string }) => {
  const { t } = useTexts()
  return (
    <>
      {t("connection.notAccepted")}
      <Details>{status}</Details>
    </>
  )
}

/** Files a connection under a group: one that there is, or a new one. */
export const GroupChoice = ({ connection }: { connection: Connection }) => {
  const { t, language } = useTexts()
  const { data = [] } = useConnections()
  const setGroup = useSetGroup(connection.id)
  const [name, setName] = useState(connection.group_name ?? "")
  const id = useId()
  return (
    <FormDrawer
      needs="manage"
      opens={t("groups.label")}
      title={t("groups.label")}
      hint={t("groups.hint")}
      saves={t("actions.save")}
      canSave={name.trim() !== (connection.group_name ?? "")}
      saved={t("choices.saved")}
      saving={setGroup}
      onSave={(onSuccess) => setGroup.mutate(name.trim() || null, { onSuccess })}
      onShow={() => setName(connection.group_name ?? "")}
    >
      <div className="flex flex-col gap-y-1">
        <Label htmlFor={id} size="small" weight="plus">
          {t("groups.name")}
        </Label>
        <Input
          id={id}
          list={`${id}-groups`}
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <datalist id={`${id}-groups`}>
          {getGroups(data, language).map((group) => (
            <option key={group} value={group} />
          ))}
        </datalist>
        <Hint>{t("groups.nameHint")}</Hint>
      </div>
    </FormDrawer>
  )
}
