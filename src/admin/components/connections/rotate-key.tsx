import { useTexts } from "../../hooks/common/use-texts"
import { useApiKey } from "../../hooks/connections/use-api-key"
import { useRotateKey } from "../../hooks/connections/use-connection-actions"
import { useService } from "../../hooks/connections/use-connections"
import type { Connection } from "../../lib/answers/connection"
import { FormDrawer } from "../common/form-drawer"
import { QueryResult } from "../common/query-result"
import { SignInButton } from "../sign-in/sign-in-button"
import { KeyStep } from "./key-step"

/** Puts another key in the place of the stored one. The old one is never shown. */
export const RotateKey = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  const service = useService()
  const rotate = useRotateKey(connection.id)
  const key = useApiKey(service.data?.required_scopes ?? [])
  return (
    <FormDrawer
      opens={t("rotate.title")}
      title={t("rotate.title")}
      hint={t("rotate.hint")}
      saves={t("rotate.save")}
      canSave={key.apiKey !== ""}
      saved={t("rotate.done")}
      saving={rotate}
      onSave={(onSuccess) => key.check() && rotate.mutate(key.apiKey, { onSuccess })}
      onShow={() => key.paste("")}
    >
      <QueryResult query={service}>
        {(shown) => (
          <>
            {shown.can_sign_in && <SignInButton connectionId={connection.id} />}
            <KeyStep service={shown} pasted={key} />
          </>
        )}
      </QueryResult>
    </FormDrawer>
  )
}
