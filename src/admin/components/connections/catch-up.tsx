import { Input, Label } from "@medusajs/ui"
import { useId, useState } from "react"
import { Button } from "../common/button"
import { useTexts } from "../../hooks/common/use-texts"
import { useBackfill } from "../../hooks/runs/use-runs"
import { useCheckNow } from "../../hooks/connections/use-connections"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import type { Connection } from "../../lib/answers/connection"

/** Looks now whether notifications come and nothing was missed. */
export const CheckNow = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const check = useCheckNow(connection.id)
  const look = () =>
    check.mutate(undefined, {
      onSuccess: ({ subscription, found }) =>
        toasts.succeeded(
          `${t([`catchUp.subscription.${subscription}`, "unknown"])} ${t("catchUp.found", { count: found })}`
        ),
      onError: toasts.failed,
    })
  return (
    <Button size="small" variant="secondary" isLoading={check.isPending} onClick={look}>
      {t("catchUp.check")}
    </Button>
  )
}

/** Brings older receipts into the store, without moving stock. */
export const Backfill = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const toasts = useToasts()
  const backfill = useBackfill(connection.id)
  const [since, setSince] = useState("")
  const id = useId()
  const bring = () =>
    backfill.mutate(since, { onSuccess: () => toasts.succeeded(t("catchUp.backfilling")), onError: toasts.failed })
  return (
    <div className="flex flex-wrap items-end gap-2 px-6 py-4">
      <div className="flex flex-col gap-y-1">
        <Label htmlFor={id} size="small">
          {t("catchUp.since")}
        </Label>
        <Input id={id} type="date" value={since} onChange={({ target }) => setSince(target.value)} />
      </div>
      <Button size="small" variant="secondary" disabled={since === ""} isLoading={backfill.isPending} onClick={bring}>
        {t("catchUp.backfill")}
      </Button>
    </div>
  )
}
