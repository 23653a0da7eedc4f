import { Button, FocusModal, ProgressTabs } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useService } from "../../hooks/connections/use-connections"
import { useNamedClose } from "../../hooks/common/use-named-close"
import { STEPS, useConnectWizard, useWizardDefaults } from "../../hooks/connections/use-connect-wizard"
import type { Connection } from "../../lib/answers/connection"
import { Failure } from "../common/failure"
import { QueryResult } from "../common/query-result"
import { CheckList } from "./check-list"
import { ChoicesStep } from "./choices-step"
import { CredentialsStep } from "./credentials-step"
import { RulesStep } from "./rules-step"

type Props = {
  open: boolean
  authorization: string | null
  /** the disconnected connection whose places and settings it starts with; null for a new one */
  former: Connection | null
  onClose: () => void
}

/**
 * Connects an organisation: a key or a sign-in, where it belongs in the shop, by which rules, and every check before
 * anything is stored.
 */
export const ConnectWizard = ({ open, authorization, former, onClose }: Props) => (
  <FocusModal open={open} onOpenChange={(stays) => !stays && onClose()}>
    {open && <Steps key={authorization} authorization={authorization} former={former} />}
  </FocusModal>
)

const Steps = ({ authorization, former }: Pick<Props, "authorization" | "former">) => {
  const { t } = useTexts()
  const service = useService()
  const nameClose = useNamedClose()
  const { step, goTo, next, done, reach, checks, connect, ...chosen } = useConnectWizard(
    authorization,
    service.data?.required_scopes ?? [],
    former
  )
  const defaults = useWizardDefaults(former, service.data)
  return (
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
                    <ChoicesStep places={chosen.places} writesStock={shown.writes_stock} onChange={chosen.setPlaces} />
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
                    <CheckList run={checks} former={former} onRunAgain={() => goTo("checks")} />
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
  )
}
