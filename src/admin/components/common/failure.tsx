import { Alert, Button, Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { describeError } from "../../lib/http/describe-error"
import { ErrorWords } from "./error-words"

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
