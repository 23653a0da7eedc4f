import { Alert, FocusModal, Heading, ProgressTabs, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { CheckCircleSolid } from "@medusajs/icons"
import { Button } from "../common/button"
import { useTexts } from "../../hooks/common/use-texts"
import { useNamedClose } from "../../hooks/common/use-url-state"
import { type Rules, STEPS, useConnectWizard, useWizardDefaults } from "../../hooks/connections/use-connect-wizard"
import { type PastedKey, useService } from "../../hooks/connections/use-connections"
import type { Checks, Connection, Service } from "../../lib/answers/connection"
import { getName } from "../../lib/connections"
import { ConnectSeparately, Failure } from "../common/failure"
import { GuardedModal } from "../common/guarded-drawer"
import { Details } from "../common/section"
import { StateBadge } from "../common/state-badge"
import { QueryResult, SkeletonLines } from "../common/states"
import { MirrorFields } from "../settings/mirror-section"
import { PushFields } from "../settings/push-section"
import { SignInButton } from "../sign-in/sign-in"
import { ChoicesStep, KeyStep, type Places } from "./wizard-steps"

const CHECKS_SHOWN = 8

type Run = { data: Checks | undefined; error: unknown; isPending: boolean }

/** Checks that found what a merchant knows: a name, a currency, an address; of the key only the day on which it ends. */
const FOUND_BY_PEOPLE = ["organization", "currency", "destination", "subscription"]

const isForPeople = ({ name, state }: { name: string; state: string }) =>
  (state === "passed" && FOUND_BY_PEOPLE.includes(name)) ||
  (state === "notice" && [...FOUND_BY_PEOPLE, "key"].includes(name))

/** Every check with what was found, or what is wrong and what to do. */
const CheckList = (props: {
  run: Run
  former: Connection | null
  authorizationId: string | undefined
  onRunAgain: () => void
}) => {
  const { run, former, authorizationId, onRunAgain } = props
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
            <StateBadge kind="check" state={state} />
          </li>
        ))}
      </ol>
      {isOtherOrganization && (
        <Alert variant="error" role="alert">
          <div className="flex flex-col items-start gap-y-2">
            <Text size="small">{t("wizard.checks.otherOrganization", { name: getName(former) })}</Text>
            <ConnectSeparately authorizationId={authorizationId} />
          </div>
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

/** How the connection is to work from the first product on; everything has a default, and may be changed later. */
const RulesStep = (props: {
  defaults: Service["defaults"]
  rules: Rules
  places: Places
  onChange: (rules: Rules) => void
}) => {
  const { defaults, rules, places, onChange } = props
  const { t } = useTexts()
  return (
    <div className="flex flex-col gap-y-8">
      <Text size="small" className="text-ui-fg-subtle">
        {t("wizard.rules.hint")}
      </Text>
      <section className="flex flex-col gap-y-6">
        <Heading level="h2">{t("choices.push.title")}</Heading>
        <PushFields
          settings={{ ...defaults.outbound_settings, ...rules.push }}
          change={(changed) => onChange({ ...rules, push: { ...rules.push, ...changed } })}
        />
      </section>
      <section className="flex flex-col gap-y-6">
        <Heading level="h2">{t("choices.mirror.title")}</Heading>
        <MirrorFields
          settings={{ ...defaults.inbound_settings, ...rules.mirror }}
          stockLocationId={places.stock_location_id}
          change={(changed) => onChange({ ...rules, mirror: { ...rules.mirror, ...changed } })}
        />
      </section>
    </div>
  )
}

/** The merchant's right to connect: a sign-in at the POS where the store offers it, else or also a pasted key. */
const CredentialsStep = (props: {
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

type Props = {
  authorization: string | null
  /** the disconnected connection whose places and settings it starts with; null for a new one */
  former: Connection | null
  onClose: () => void
}

/**
 * Connects an organization: a key or a sign-in, where it belongs in the store, by which rules, and every check before
 * anything is stored.
 */
export const ConnectWizard = ({ open, ...props }: Props & { open: boolean }) =>
  // Another merchant's connection starts with none of this one's choices.
  open && <Wizard key={`${props.former?.id ?? ""}:${props.authorization ?? ""}`} {...props} />

const Wizard = ({ authorization, former, onClose }: Props) => {
  const { t } = useTexts()
  const service = useService()
  const nameClose = useNamedClose()
  const { step, goTo, next, done, reach, isChanged, checks, connect, ...chosen } = useConnectWizard(
    authorization,
    service.data?.required_scopes ?? [],
    former
  )
  const defaults = useWizardDefaults(former, service.data)
  return (
    <GuardedModal open onOpenChange={(stays) => !stays && onClose()} isChanged={isChanged}>
      <FocusModal.Content>
        <ProgressTabs
          value={step}
          onValueChange={(value) => goTo(STEPS.find((each) => each === value) ?? "key")}
          className="flex h-full flex-col overflow-hidden"
        >
          <FocusModal.Header ref={nameClose}>
            <ProgressTabs.List className="border-l max-sm:hidden">
              {STEPS.map((each) => (
                <ProgressTabs.Trigger
                  key={each}
                  value={each}
                  disabled={!reach[each]}
                  status={each === step ? "in-progress" : done[each] ? "completed" : "not-started"}
                >
                  {t(`wizard.steps.${each}`)}
                </ProgressTabs.Trigger>
              ))}
            </ProgressTabs.List>
          </FocusModal.Header>
          <FocusModal.Title asChild>
            <h1 className="sr-only">{t("settings.connect")}</h1>
          </FocusModal.Title>
          <FocusModal.Description asChild>
            <p className="sr-only">{t("settings.hint")}</p>
          </FocusModal.Description>
          <FocusModal.Body className="overflow-y-auto">
            <div className="mx-auto flex w-full max-w-[640px] flex-col gap-y-6 px-4 py-8">
              <QueryResult query={service}>
                {(shown) => (
                  <>
                    <ProgressTabs.Content value="key">
                      <CredentialsStep
                        service={shown}
                        isSignedIn={authorization !== null}
                        pasted={chosen.key}
                        connectionId={former?.id}
                      />
                    </ProgressTabs.Content>
                    <ProgressTabs.Content value="choices">
                      <ChoicesStep
                        places={chosen.places}
                        writesStock={shown.writes_stock}
                        onChange={chosen.setPlaces}
                      />
                    </ProgressTabs.Content>
                    <ProgressTabs.Content value="rules">
                      {defaults && (
                        <RulesStep
                          defaults={defaults}
                          rules={chosen.rules}
                          places={chosen.places}
                          onChange={chosen.setRules}
                        />
                      )}
                    </ProgressTabs.Content>
                    <ProgressTabs.Content value="checks">
                      <CheckList
                        run={checks}
                        former={former}
                        authorizationId={authorization ?? undefined}
                        onRunAgain={() => goTo("checks")}
                      />
                    </ProgressTabs.Content>
                    {connect.error && <Failure error={connect.error} />}
                  </>
                )}
              </QueryResult>
            </div>
          </FocusModal.Body>
          <FocusModal.Footer>
            <FocusModal.Close asChild>
              <Button size="small" variant="secondary">
                {t("actions.cancel")}
              </Button>
            </FocusModal.Close>
            <Button size="small" disabled={!done[step]} isLoading={connect.isPending} onClick={next}>
              {t(step === "checks" ? "settings.connect" : "actions.continue")}
            </Button>
          </FocusModal.Footer>
        </ProgressTabs>
      </FocusModal.Content>
    </GuardedModal>
  )
}
