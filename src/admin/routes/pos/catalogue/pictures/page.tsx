import { ConnectionPage } from "../../../../components/common/connection-page"
import { Crumb } from "../../../../components/common/crumb"
import { PicturesPage } from "../../../../components/pictures/pictures-page"

/** Which pictures the counter has, why not, and another try. */
const Pictures = () => (
  <ConnectionPage>{(connection) => <PicturesPage key={connection.id} connection={connection} />}</ConnectionPage>
)

export const handle = { breadcrumb: () => <Crumb name="pictures" /> }

export default Pictures
