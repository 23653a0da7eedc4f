import { Alert, Button, Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { getName } from "../../lib/connections"
import { describeError } from "../../lib/http/client"
import type { Outcome } from "../../lib/several"
import { ErrorWords } from "../common/failure"

/**
 * How a change of several connections ended: which succeeded and which failed, by name, with the reason. `texts` names
 * the texts of the change (`several.done.…`, `several.failed.…`).
 */
export const Outcomes = (props: { texts: string; outcomes: Outcome[]; onClose: () => void }) => {
  const { texts, outcomes, onClose } = props
  const { t, language } = useTexts()
  const done = outcomes.filter(({ error }) => error === null)
  const failed = outcomes.filter(({ error }) => error !== null)
  const silent = done.filter(({ words }) => words === "").map(({ connection }) => getName(connection))
  const names = new Intl.ListFormat(language).format(silent)
  return (
    <div className="px-6 py-4" role="status">
      <Alert variant={failed.length === 0 ? "success" : "warning"}>
        <div className="flex flex-col items-start gap-y-2 break-words">
          {done.length > 0 && (
            <Text size="small" weight="plus">
              {t(`several.done.${texts}`, { number: done.length })}
            </Text>
          )}
          {names && <Text size="small">{names}</Text>}
          <ul className="flex flex-col gap-y-1 empty:hidden">
            {done
              .filter(({ words }) => words !== "")
              .map(({ connection, words }) => (
                <li key={connection.id} className="txt-small">
                  <span className="txt-small-plus">{getName(connection)}:</span> {words}
                </li>
              ))}
          </ul>
          {failed.length > 0 && (
            <Text size="small" weight="plus">
              {t(`several.failed.${texts}`, { number: failed.length })}
            </Text>
          )}
          <ul className="flex flex-col gap-y-1 empty:hidden">
            {failed.map(({ connection, error }) => {
              const { key, detail } = describeError(error)
              return (
                <li key={connection.id} className="txt-small">
                  <span className="txt-small-plus">{getName(connection)}:</span> {t(`errors.${key}`)}
                  <ErrorWords detail={detail} />
                </li>
              )
            })}
          </ul>
          <Button size="small" variant="secondary" onClick={onClose}>
            {t("actions.close")}
          </Button>
        </div>
      </Alert>
    </div>
  )
}
