import { useState } from "react"
import { useNavigate } from "react-router-dom"
import type { ChosenMirrorSettings } from "../../../vocabulary/mirror-settings"
import type { PushSettings } from "../../../vocabulary/push-settings"
import type { Places } from "../../components/connections/choices-step"
import { useTexts } from "../common/use-texts"
import { useApiKey } from "./use-api-key"
import { type ConnectChoices, type Credentials, useConnect, useRunChecks } from "./use-connection-actions"
import { useToasts } from "../common/use-toasts"

export const STEPS = ["key", "choices", "rules", "checks"] as const

export type Step = (typeof STEPS)[number]

/** What a merchant has changed of the defaults. */
export type Rules = { push: Partial<PushSettings>; mirror: Partial<ChosenMirrorSettings> }

const NOWHERE: Places = { sales_channel_id: "", stock_location_id: "", region_id: "" }

/** Where the wizard stands: what was brought and chosen so far, which steps that opens, and what comes next. */
export function useConnectWizard(authorization: string | null, scopes: readonly string[]) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const toasts = useToasts()
  const checks = useRunChecks()
  const connect = useConnect()
  const [step, setStep] = useState<Step>(authorization ? "choices" : "key")
  const key = useApiKey(scopes)
  const [places, setPlaces] = useState(NOWHERE)
  const [rules, setRules] = useState<Rules>({ push: {}, mirror: {} })
  const credentials: Credentials = authorization ? { authorization_id: authorization } : { api_key: key.apiKey }
  const hasCredentials = authorization !== null || key.isValid
  const hasPlaces = Object.values(places).every((id) => id !== "")
  const choices: ConnectChoices = {
    ...{ ...credentials, ...places },
    ...{ push_settings: rules.push, mirror_settings: rules.mirror },
  }
  const done: Record<Step, boolean> = {
    key: authorization !== null || key.apiKey !== "",
    choices: hasPlaces,
    rules: hasPlaces,
    checks: checks.data?.checks.every(({ state }) => state === "passed" || state === "notice") ?? false,
  }
  const reach: Record<Step, boolean> = {
    key: true,
    choices: hasCredentials,
    rules: hasCredentials && hasPlaces,
    checks: hasCredentials && hasPlaces,
  }
  const goTo = (to: Step) => {
    setStep(to)
    if (to === "checks") {
      checks.mutate({ ...credentials, region_id: places.region_id })
    }
  }
  const finish = () =>
    connect.mutate(choices, {
      onSuccess: ({ connection, plan_id }) => {
        toasts.succeeded(t("wizard.connected", { name: connection.organization_name ?? "" }))
        void navigate(`/settings/pos/${connection.id}${plan_id ? "/plan" : ""}`)
      },
    })
  const next = () => {
    if (step === "key" && authorization === null && !key.check()) {
      return
    }
    const following = STEPS[STEPS.indexOf(step) + 1]
    return following ? goTo(following) : finish()
  }
  return {
    ...{ step, goTo, next, done, reach },
    ...{ key, places, setPlaces, rules, setRules, checks, connect },
  }
}
