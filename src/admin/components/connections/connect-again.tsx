import { Button } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import type { Connection } from "../../lib/answers/connection"
import { pathOfWizard } from "../../lib/path-of-wizard"

/** A connection without credentials opens the wizard, filled in with its own places and settings. */
export const ConnectAgain = ({ connection }: { connection: Connection }) => {
  const { t } = useTexts()
  return (
    <Button size="small" variant="secondary" asChild>
      <Link to={pathOfWizard({ connectionId: connection.id })}>{t("settings.connectAgain")}</Link>
    </Button>
  )
}
