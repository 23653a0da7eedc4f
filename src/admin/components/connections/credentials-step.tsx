import { CheckCircleSolid } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import type { PastedKey } from "../../hooks/connections/use-api-key"
import type { Service } from "../../lib/answers/connection"
import { SignInButton } from "../sign-in/sign-in-button"
import { KeyStep } from "./key-step"

/** The merchant's right to connect: a sign-in at the service where the shop offers it, else or also a pasted key. */
export const CredentialsStep = (props: {
  service: Service
  isSignedIn: boolean
  pasted: PastedKey
  /** the disconnected connection that is connected again */
  connectionId?: string | undefined
}) => {
  const { service, isSignedIn, pasted, connectionId } = props
  const { t } = useTexts()
  return isSignedIn ? (
    <Text size="small" className="flex items-center gap-x-2">
      <CheckCircleSolid aria-hidden className="text-ui-tag-green-icon" />
      {t("signIn.done")}
    </Text>
  ) : (
    <div className="flex flex-col gap-y-6">
      {service.can_sign_in && <SignInButton connectionId={connectionId} />}
      <KeyStep service={service} pasted={pasted} />
    </div>
  )
}
