import { Alert, Button, Heading, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useTexts } from "../../hooks/common/use-texts"
import type { Checks, Connection } from "../../lib/answers/connection"
import { nameOf } from "../../lib/connection-name"
import { Details } from "../common/details"
import { Failure } from "../common/failure"
import { SkeletonLines } from "../common/query-result"
import { StateBadge } from "../common/state-badge"

const CHECKS_SHOWN = 8

type Run = { data: Checks | undefined; error: unknown; isPending: boolean }

/** Checks that found what a merchant knows: a name, a currency, an address; of the key only the day on which it ends. */
const FOUND_BY_PEOPLE = ["organization", "currency", "destination", "subscription"]

const isForPeople = ({ name, state }: { name: string; state: string }) =>
  (state === "passed" && FOUND_BY_PEOPLE.includes(name)) ||
  (state === "notice" && [...FOUND_BY_PEOPLE, "key"].includes(name))

/** Every check with what was found, or what is wrong and what to do. */
export const CheckList = (props: { run: Run; former: Connection | null; onRunAgain: () => void }) => {
  const { run, former, onRunAgain } = props
  const { t } = useTexts()
  const isOtherOrganization = former !== null && run.data?.organization && run.data.reconnects !== former.id
  return (
    <div className="flex flex-col gap-y-4" aria-live="polite">
      <div className="flex items-center justify-between gap-4">
        <Heading level="h2">{t("wizard.checks.title")}</Heading>
        <Button size="small" variant="secondary" onClick={onRunAgain} isLoading={run.isPending}>
          {t("actions.tryAgain")}
        </Button>
      </div>
      {run.error !== null && <Failure error={run.error} />}
      {run.isPending && <SkeletonLines lines={CHECKS_SHOWN} />}
      <ol className="divide-y rounded-lg border empty:hidden">
        {run.data?.checks.map(({ name, state, message, code, connection_id }) => (
          <li key={name} className="flex items-start justify-between gap-4 px-4 py-3">
            <div className="min-w-0">
              <Text size="small" weight="plus">
                {t([`checks.${name}.label`, "unknown"])}
              </Text>
              {state !== "passed" && state !== "skipped" && (
                <Text size="small" className="text-ui-fg-subtle">
                  {t([`checks.codes.${code ?? ""}`, `checks.${name}.${state}`])}
                </Text>
              )}
              {message && isForPeople({ name, state }) && (
                <Text size="small" className="text-ui-fg-subtle break-words">
                  {message}
                </Text>
              )}
              {message && !isForPeople({ name, state }) && <Details>{message}</Details>}
              {connection_id !== null && (
                <Link className="txt-small text-ui-fg-interactive underline" to={`/settings/pos/${connection_id}`}>
                  {t("wizard.checks.openConnection")}
                </Link>
              )}
            </div>
            <StateBadge of="check" state={state} />
          </li>
        ))}
      </ol>
      {isOtherOrganization && (
        <Alert variant="error" role="alert">
          {t("wizard.checks.otherOrganization", { name: nameOf(former) })}
        </Alert>
      )}
      {run.data?.reconnects && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("wizard.checks.reconnects")}
        </Text>
      )}
    </div>
  )
}
