import { useParams } from "react-router-dom"
import { PosPage } from "../components/common/pos-page"
import { ConnectionSettings } from "../components/connections/connection-settings"
import { useTexts } from "../hooks/common/use-texts"
import { useConnections } from "../hooks/connections/use-connections"
import { getName } from "../lib/connections"

/** A connection's name in the trail above its page. */
export const ConnectionCrumb = ({ id }: { id: string }) => {
  const { t } = useTexts()
  const { data } = useConnections()
  const connection = data?.find((each) => each.id === id)
  return <>{connection ? getName(connection) : t("unknown")}</>
}

/** Settings › Point of sale › one connection. */
const OneConnection = () => {
  const { id = "" } = useParams()
  return (
    <PosPage>
      <ConnectionSettings id={id} />
    </PosPage>
  )
}

export default OneConnection
