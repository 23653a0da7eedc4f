import { Button, FocusModal, ProgressTabs } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import { type ConnectChoices, useConnect, useRunChecks } from "../../hooks/use-connection-actions"
import { useService } from "../../hooks/use-connections"
import { useTold } from "../../hooks/use-told"
import { Failure } from "../failure"
import { Reading } from "../reading"
import { CheckList } from "./check-list"
import { ChoicesStep, type Places } from "./choices-step"
import { KeyStep } from "./key-step"

type Step = "key" | "choices" | "checks"

const NOWHERE: Places = { sales_channel_id: "", stock_location_id: "", region_id: "" }

/** Connects an organisation: its key, where it belongs in the shop, and every check before anything is stored. */
export const ConnectWizard = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <FocusModal open={open} onOpenChange={(stays) => !stays && onClose()}>
    {open && <Steps />}
  </FocusModal>
)

const Steps = () => {
  const { t } = useTranslation("pos")
  const navigate = useNavigate()
  const told = useTold()
  const service = useService()
  const checks = useRunChecks()
  const connect = useConnect()
  const [step, setStep] = useState<Step>("key")
  const [apiKey, setApiKey] = useState("")
  const [places, setPlaces] = useState(NOWHERE)
  const choices: ConnectChoices = { api_key: apiKey.trim(), ...places }
  const done: Record<Step, boolean> = {
    key: choices.api_key !== "",
    choices: Object.values(places).every((id) => id !== ""),
    checks: checks.data?.checks.every(({ state }) => state === "passed" || state === "notice") ?? false,
  }
  const reach: Record<Step, boolean> = { key: true, choices: done.key, checks: done.key && done.choices }
  const goTo = (to: Step) => {
    setStep(to)
    if (to === "checks") {
      checks.mutate({ api_key: choices.api_key, region_id: choices.region_id })
    }
  }
  const next: Record<Step, () => void> = {
    key: () => goTo("choices"),
    choices: () => goTo("checks"),
    checks: () =>
      connect.mutate(choices, {
        onSuccess: ({ connection, plan_id }) => {
          told.succeeded(t("wizard.connected", { name: connection.organization_name ?? "" }))
          void navigate(`/settings/pos/${connection.id}${plan_id ? "/plan" : ""}`)
        },
      }),
  }
  return (
    <FocusModal.Content>
      <ProgressTabs
        value={step}
        onValueChange={(value) => goTo(value === "choices" || value === "checks" ? value : "key")}
        className="flex h-full flex-col overflow-hidden"
      >
        <FocusModal.Header>
          <ProgressTabs.List className="border-l max-sm:hidden">
            {(["key", "choices", "checks"] as const).map((each) => (
              <ProgressTabs.Trigger
                key={each}
                value={each}
                disabled={!reach[each]}
                status={done[each] ? "completed" : each === step ? "in-progress" : "not-started"}
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
            <Reading query={service}>
              {(shown) => (
                <>
                  <ProgressTabs.Content value="key">
                    <KeyStep service={shown} apiKey={apiKey} onChange={setApiKey} />
                  </ProgressTabs.Content>
                  <ProgressTabs.Content value="choices">
                    <ChoicesStep places={places} onChange={setPlaces} />
                  </ProgressTabs.Content>
                  <ProgressTabs.Content value="checks">
                    <CheckList run={checks} onRunAgain={() => goTo("checks")} />
                  </ProgressTabs.Content>
                  {connect.error && <Failure error={connect.error} />}
                </>
              )}
            </Reading>
          </div>
        </FocusModal.Body>
        <FocusModal.Footer>
          <FocusModal.Close asChild>
            <Button size="small" variant="secondary">
              {t("actions.cancel")}
            </Button>
          </FocusModal.Close>
          <Button size="small" disabled={!done[step]} isLoading={connect.isPending} onClick={next[step]}>
            {t(step === "checks" ? "settings.connect" : "actions.continue")}
          </Button>
        </FocusModal.Footer>
      </ProgressTabs>
    </FocusModal.Content>
  )
}
