import { Alert, Button, Text } from "@medusajs/ui"
import { reasonsIn } from "../../../contract/reasons"
import { useReasonWords, useTexts } from "../../hooks/common/use-texts"
import { describeError } from "../../lib/http/client"
import { Details } from "./section"

/** Why a server refused something: in words where the reason is known, and as it said it folded; text, never HTML. */
export const ErrorWords = ({ detail }: { detail: string }) => {
  const wordsOf = useReasonWords()
  return (
    <div className="text-ui-fg-subtle">
      {reasonsIn(detail).length > 0 && <Text size="small">{wordsOf(detail)}</Text>}
      <Details>{detail}</Details>
    </div>
  )
}

/** What went wrong, what to do about it, and a way to try again. */
export const Failure = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  const { t } = useTexts()
  const { key, detail } = describeError(error)
  return (
    <Alert variant="error" role="alert">
      <div className="flex flex-col items-start gap-y-2">
        <Text size="small" weight="plus">
          {t(`errors.${key}`)}
        </Text>
        <ErrorWords detail={detail} />
        {onRetry && (
          <Button size="small" variant="secondary" onClick={onRetry}>
            {t("actions.tryAgain")}
          </Button>
        )}
      </div>
    </Alert>
  )
}
