import { useState } from "react"
import { useNavigate } from "react-router-dom"
import type { ChosenInboundSettings, OutboundSettings } from "../../../contract/settings"
import type { Places } from "../../components/connections/wizard-steps"
import type { Checks, Connection, Service } from "../../lib/answers/connection"
import { useTexts } from "../common/use-texts"
import { type ConnectChoices, type Credentials, useApiKey, useConnect, useRunChecks } from "./use-connections"
import { useInboundSettings, useOutboundSettings } from "../settings/use-settings"
import { useToasts } from "../common/use-mutation-toasts"

export const STEPS = ["key", "choices", "rules", "checks"] as const

export type Step = (typeof STEPS)[number]

/** What a merchant has changed of the defaults. */
export type Rules = { push: Partial<OutboundSettings>; mirror: Partial<ChosenInboundSettings> }

const NOWHERE: Places = { sales_channel_id: "", stock_location_id: "", region_id: "" }

const getPlaces = ({ sales_channel_id, stock_location_id, region_id }: Connection): Places => ({
  sales_channel_id,
  stock_location_id,
  region_id,
})

/** No check has failed, and credentials for a connection that is connected again belong to its organization. */
function mayConnect({ checks, reconnects }: Checks, former: Connection | null): boolean {
  const isRightOrganization = former === null || reconnects === former.id
  return isRightOrganization && checks.every(({ state }) => state === "passed" || state === "notice")
}

/** The settings that the wizard shows before anything is changed: those of the former connection, else the defaults. */
export function useWizardDefaults(
  former: Connection | null,
  service: Service | undefined
): Service["defaults"] | undefined {
  const push = useOutboundSettings(former?.id)
  const mirror = useInboundSettings(former?.id)
  if (former === null) {
    return service?.defaults
  }
  return push.data && mirror.data ? { outbound_settings: push.data, inbound_settings: mirror.data } : undefined
}

/** State of the wizard: what was entered and chosen so far, which steps that opens, and what comes next. */
export function useConnectWizard(authorization: string | null, scopes: readonly string[], former: Connection | null) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const toasts = useToasts()
  const checks = useRunChecks()
  const connect = useConnect()
  const [step, setStep] = useState<Step>(authorization ? "choices" : "key")
  const key = useApiKey(scopes)
  const [places, setPlaces] = useState(former ? getPlaces(former) : NOWHERE)
  const [rules, setRules] = useState<Rules>({ push: {}, mirror: {} })
  const credentials: Credentials = authorization ? { authorization_id: authorization } : { api_key: key.apiKey }
  const hasCredentials = authorization !== null || key.isValid
  const hasPlaces = Object.values(places).every((id) => id !== "")
  const choices: ConnectChoices = {
    ...credentials,
    ...places,
    connection_id: former?.id,
    outbound_settings: rules.push,
    inbound_settings: rules.mirror,
  }
  const isStepDone: Record<Step, boolean> = {
    key: authorization !== null || key.apiKey !== "",
    choices: hasPlaces,
    rules: hasPlaces,
    checks: checks.data !== undefined && mayConnect(checks.data, former),
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
    step,
    goTo,
    next,
    done: isStepDone,
    reach,
    /** No place and no rule can be chosen before there are credentials. */
    isChanged: authorization !== null || key.pasted !== "",
    key,
    places,
    setPlaces,
    rules,
    setRules,
    checks,
    connect,
  }
}
