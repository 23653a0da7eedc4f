import { Alert, Button, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { reasonsIn } from "../../../contract/reasons"
import { useTexts } from "../../hooks/common/use-texts"
import { useReasonWords } from "./reason"
import { pathOfWizard } from "../../lib/connections"
import { describeError } from "../../lib/http/client"
import { Details } from "./section"

/** Why a server refused something: in words where the reason is known, and as it said it folded; text, never HTML. */
export const ErrorWords = ({ detail }: { detail: string }) => {
  const getWords = useReasonWords()
  return (
    <div className="text-ui-fg-subtle">
      {reasonsIn(detail).length > 0 && <Text size="small">{getWords(detail)}</Text>}
      <Details>{detail}</Details>
    </div>
  )
}

/** Opens the wizard for credentials that belong to another organization than the connection they were given for. */
export const ConnectSeparately = ({ authorizationId }: { authorizationId?: string | undefined }) => {
  const { t } = useTexts()
  return (
    <Button size="small" variant="secondary" asChild>
      <Link to={pathOfWizard(authorizationId === undefined ? {} : { authorizationId })}>
        {t("actions.connectSeparately")}
      </Link>
    </Button>
  )
}

/**
 * What went wrong, what to do about it, and a way to try again. Credentials of another organization can be connected
 * separately.
 */
export const Failure = (props: {
  error: unknown
  onRetry?: () => void
  /** the sign-in that failed */
  authorizationId?: string | undefined
}) => {
  const { error, onRetry, authorizationId } = props
  const { t } = useTexts()
  const { key, detail } = describeError(error)
  return (
    <Alert variant="error" role="alert">
      <div className="flex flex-col items-start gap-y-2">
        <Text size="small" weight="plus">
          {t(`errors.${key}`)}
        </Text>
        <ErrorWords detail={detail} />
        {reasonsIn(detail).includes("wrong-organization") && <ConnectSeparately authorizationId={authorizationId} />}
        {onRetry && (
          <Button size="small" variant="secondary" onClick={onRetry}>
            {t("actions.tryAgain")}
          </Button>
        )}
      </div>
    </Alert>
  )
}
