import { useTexts } from "../../hooks/common/use-texts"
import { useConnections } from "../../hooks/connections/use-connections"
import { nameOf } from "../../lib/connection-name"

/** A connection's name in the trail above its page. */
export const ConnectionCrumb = ({ id }: { id: string }) => {
  const { t } = useTexts()
  const { data } = useConnections()
  const connection = data?.find((each) => each.id === id)
  return <>{connection ? nameOf(connection) : t("unknown")}</>
}
