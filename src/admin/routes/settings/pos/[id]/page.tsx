import { useParams } from "react-router-dom"
import { ConnectionCrumb } from "../../../../components/settings/connection-crumb"
import { ConnectionSettings } from "../../../../components/settings/connection-settings"

/** Settings › Point of sale › one connection. */
const OneConnection = () => {
  const { id = "" } = useParams()
  return <ConnectionSettings id={id} />
}

export const handle = {
  breadcrumb: ({ params }: { params: { id?: string } }) => <ConnectionCrumb id={params.id ?? ""} />,
}

export default OneConnection
