import { Heading, Text } from "@medusajs/ui"
import { Button } from "../common/button"
import { useTexts } from "../../hooks/common/use-texts"
import { useSignIn } from "../../hooks/sign-in/use-sign-in"
import { Failure } from "../common/failure"

/** Sends the browser to the POS, where the merchant allows the store in; it comes back to the settings. */
export const SignInButton = ({ connectionId }: { connectionId?: string | undefined }) => {
  const { t } = useTexts()
  const signIn = useSignIn()
  return (
    <div className="flex flex-col items-start gap-y-4 border-b pb-6">
      <Heading level="h2">{t("signIn.title")}</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        {t("signIn.hint")}
      </Text>
      <Button
        size="small"
        isLoading={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate(connectionId ? { connection_id: connectionId } : {})}
      >
        {t("signIn.go")}
      </Button>
      {signIn.error && <Failure error={signIn.error} />}
    </div>
  )
}
