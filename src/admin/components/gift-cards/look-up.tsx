import { Button, Input, Label } from "@medusajs/ui"
import { type FormEvent, useId, useState } from "react"
import { useNavigate } from "react-router-dom"
import { useHrefWith } from "../../hooks/common/use-href-with"
import { useTexts } from "../../hooks/common/use-texts"
import { useLookUpGiftCard } from "../../hooks/gift-cards/use-gift-cards"
import type { Connection } from "../../lib/answers/connection"
import { Failure } from "../common/failure"
import { Section } from "../common/section"

/** Asks the service for any card by the UUID on it. */
export const LookUp = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const hrefWith = useHrefWith()
  const lookUp = useLookUpGiftCard()
  const [uuid, setUuid] = useState("")
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    lookUp.mutate(
      { connection_id: connection.id, card_uuid: uuid.trim() },
      { onSuccess: ({ gift_card }) => void navigate(hrefWith("card", gift_card.id)) }
    )
  }
  return (
    <Section title={t("giftCards.lookUp")} hint={t("giftCards.lookUpHint")}>
      <form onSubmit={submit} className="flex flex-col gap-y-3 px-6 py-4">
        <Label htmlFor={id} size="small">
          {t("giftCards.uuid")}
        </Label>
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <Input
              id={id}
              value={uuid}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setUuid(target.value)}
            />
          </div>
          <Button type="submit" size="small" disabled={uuid.trim() === ""} isLoading={lookUp.isPending}>
            {t("giftCards.ask")}
          </Button>
        </div>
        {lookUp.error && <Failure error={lookUp.error} />}
      </form>
    </Section>
  )
}
