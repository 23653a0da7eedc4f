import { Button, Input, Label } from "@medusajs/ui"
import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { useBackfill, useCheckNow } from "../../hooks/use-mirror"
import { useTold } from "../../hooks/use-told"
import type { Connection } from "../../lib/answers/connection"

/** Looks now whether notifications come and nothing was missed. */
export const CheckNow = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const told = useTold()
  const check = useCheckNow(connection.id)
  const look = () =>
    check.mutate(undefined, {
      onSuccess: ({ subscription, found }) =>
        told.succeeded(
          `${t(`lookAfter.subscription.${subscription}`, { defaultValue: subscription })} ${t("lookAfter.found", { count: found })}`
        ),
      onError: told.failed,
    })
  return (
    <Button size="small" variant="secondary" isLoading={check.isPending} onClick={look}>
      {t("lookAfter.check")}
    </Button>
  )
}

/** Brings older receipts into the shop, without moving stock. */
export const Backfill = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation("pos")
  const told = useTold()
  const backfill = useBackfill(connection.id)
  const [since, setSince] = useState("")
  const id = useId()
  const bring = () =>
    backfill.mutate(since, { onSuccess: () => told.succeeded(t("lookAfter.backfilling")), onError: told.failed })
  return (
    <div className="flex flex-wrap items-end gap-2 px-6 py-4">
      <div className="flex flex-col gap-y-1">
        <Label htmlFor={id} size="small">
          {t("lookAfter.since")}
        </Label>
        <Input id={id} type="date" value={since} onChange={({ target }) => setSince(target.value)} />
      </div>
      <Button size="small" variant="secondary" disabled={since === ""} isLoading={backfill.isPending} onClick={bring}>
        {t("lookAfter.backfill")}
      </Button>
    </div>
  )
}
