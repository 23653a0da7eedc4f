import { useTexts } from "../../hooks/common/use-texts"
import { useConnection } from "../../hooks/connections/use-connections"
import { ActivityList } from "../activities/activity-list"
import { nameOf } from "../../lib/connection-name"
import { PushRuns } from "../catalogue/push-runs"
import { BooksSection } from "../settings/books-section"
import { CopySettings } from "../settings/copy-settings"
import { MirrorSection } from "../settings/mirror-section"
import { PushSection } from "../settings/push-section"
import { AttentionList } from "../overview/attention-list"
import { QueryResult } from "../common/query-result"
import { Section } from "../common/section"
import { StateBadge } from "../common/state-badge"
import { ConnectAgain } from "./connect-again"
import { ConnectionFacts } from "./connection-facts"
import { Disconnect } from "./disconnect"
import { GroupChoice } from "./group-choice"
import { HealthSection } from "./health-section"
import { Backfill, CheckNow } from "./catch-up"
import { PauseButton } from "./pause-button"
import { ProfileWarning } from "./profile-warning"
import { RotateKey } from "./rotate-key"
import { SharedStock } from "./shared-stock"

/** One connection: how it is, what it is, and what can be done with it. */
export const ConnectionSettings = ({ id }: { id: string }) => {
  const { t } = useTexts()
  const connection = useConnection(id)
  return (
    <QueryResult query={connection} lines={8}>
      {(shown) => (
        <div className="flex flex-col gap-y-3">
          <AttentionList connections={[shown]} />
          <ProfileWarning connection={shown} />
          <Section
            level="h1"
            title={nameOf(shown)}
            actions={
              <>
                <StateBadge of="connection" state={shown.state} />
                {shown.state !== "disconnected" && <PauseButton connection={shown} />}
                {shown.credentials === null ? <ConnectAgain connection={shown} /> : <RotateKey connection={shown} />}
                <GroupChoice connection={shown} />
                <CopySettings connection={shown} />
              </>
            }
          >
            <ConnectionFacts connection={shown} />
          </Section>
          <SharedStock of={shown} />
          {shown.state !== "disconnected" && <HealthSection connection={shown} />}
          <PushRuns connection={shown} />
          <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
            <PushSection connection={shown} />
            <MirrorSection connection={shown} />
            <BooksSection connection={shown} />
          </div>
          {shown.state === "active" && (
            <Section title={t("catchUp.title")} hint={t("catchUp.hint")} actions={<CheckNow connection={shown} />}>
              <Backfill connection={shown} />
            </Section>
          )}
          <ActivityList connection={shown} />
          {shown.state !== "disconnected" && (
            <Section
              title={t("disconnect.title")}
              hint={t("disconnect.hint")}
              actions={<Disconnect connection={shown} />}
            />
          )}
        </div>
      )}
    </QueryResult>
  )
}
