import { randomBytes } from "node:crypto"
import { z } from "zod"
import { PROVIDER_PRESETS, type ProviderName, type ProviderPreset, PROVIDERS } from "../contract/providers"
import type { OpenedConfig, OptionCode } from "./edit-config"
import { type EnvVariable, readEnvVariable } from "./edit-env"
import { AnswerInvalidError, AnswerMissingError } from "./errors"

/** What the store is set up for: a provider, or the sandbox. */
export const TARGETS = [...PROVIDERS, "sandbox"] as const

export type Target = (typeof TARGETS)[number]

/** What was passed on the command line. */
export type SetupFlags = { target?: Target; publicUrl?: string; contactEmail?: string }

/** What the command can find out without asking. */
export type FoundSetup = { config: OpenedConfig; env: string; environment: NodeJS.ProcessEnv }

/** Asks a person; null when nobody is at a terminal. */
export type Ask = ((question: string) => Promise<string>) | null

/** Changes of the two files, and the provider; null: the sandbox, or addresses of its own. */
export type SetupPlan = {
  add: OptionCode[]
  remove: string[]
  variables: EnvVariable[]
  preset: ProviderPreset | null
}

/** Options that say where the POS is. */
const PLACES = ["provider", "serviceUrl", "addresses"]

/** Options for the sandbox only. */
const SANDBOX_ONLY = ["serviceUrl", "allowInsecureDestination"]

const SANDBOX_OPTIONS: OptionCode[] = [
  { name: "serviceUrl", code: '"http://127.0.0.1:4700"' },
  { name: "allowInsecureDestination", code: "true" },
]

export const KEY_VARIABLE = "POS_ENCRYPTION_KEY"

export const URL_VARIABLE = "POS_PUBLIC_URL"

/** Length of the key that encrypts credentials, in bytes. */
export const KEY_BYTES = 32

const isProvider = (name: string | null): name is ProviderName => PROVIDERS.some((provider) => provider === name)

/** Options with a value of the store's own, which `.env` holds. */
const QUESTIONS = {
  publicUrl: {
    variable: URL_VARIABLE,
    flag: "--public-url https://store.example.com",
    asks: "the store's public address",
    question: "The store's public HTTPS address, to which the POS sends webhooks",
    sandbox: "http://localhost:9000",
    schema: z.url({ protocol: /^https$/, error: "it must begin with https://" }),
    sandboxSchema: z.url({ protocol: /^https?$/, error: "it must begin with http:// or https://" }),
  },
  contactEmail: {
    variable: "POS_CONTACT_EMAIL",
    flag: "--contact-email you@example.com",
    asks: "the contact e-mail address",
    question: "The e-mail address to which the POS writes when webhooks fail",
    sandbox: "you@example.com",
    schema: z.email({ error: "it is not an e-mail address" }),
    sandboxSchema: z.email({ error: "it is not an e-mail address" }),
  },
} as const

type QuestionName = keyof typeof QUESTIONS

/** Options of the plugin as they are added by hand, with the variables that they need. */
export const BY_HAND = {
  options: Object.entries(QUESTIONS).map(([name, { variable }]) => ({ name, code: `process.env.${variable}` })),
  variables: [
    { name: KEY_VARIABLE, value: "…  (the output of: openssl rand -base64 32)" },
    { name: QUESTIONS.publicUrl.variable, value: "https://store.example.com" },
    { name: QUESTIONS.contactEmail.variable, value: "you@example.com" },
  ],
}

/**
 * Plans the changes of a setup. What the files and the environment say is not asked, and stays.
 * @throws AnswerMissingError, AnswerInvalidError
 */
export async function planSetup(found: FoundSetup, flags: SetupFlags, ask: Ask): Promise<SetupPlan> {
  const { config, env, environment } = found
  const names = config.names ?? new Set<string>()
  const isPlaced = PLACES.some((name) => names.has(name))
  const target = flags.target ?? (isPlaced ? null : await chooseTarget(ask))
  const provider = target === null ? config.literal("provider") : target
  const preset = isProvider(provider) ? PROVIDER_PRESETS[provider] : null
  const { add, remove } = planPlace(config, names, target)
  const isSandbox = target === "sandbox" || (target === null && names.has("allowInsecureDestination"))
  const variables: EnvVariable[] = []
  for (const name of ["publicUrl", "contactEmail"] as const) {
    const { variable } = QUESTIONS[name]
    const isOfSandbox = remove.length > 0 && config.literal(name)?.startsWith("http://") === true
    const isSet = names.has(name) && !isOfSandbox
    if (isOfSandbox) {
      remove.push(name)
    }
    if (!isSet) {
      add.push({ name, code: `process.env.${variable}` })
    }
    const knownValue = readEnvVariable(env, variable) ?? environment[variable] ?? null
    const isNeeded = !isSet || (knownValue === null && config.isVariable(name, variable))
    const value = isNeeded ? await findAnswer(name, { known: knownValue, flag: flags[name], isSandbox, ask }) : null
    if (value !== null && knownValue === null) {
      variables.push({ name: variable, value })
    }
  }
  const hasKey = names.has("encryptionKeys") || Boolean(environment[KEY_VARIABLE] ?? readEnvVariable(env, KEY_VARIABLE))
  if (!hasKey) {
    variables.push({ name: KEY_VARIABLE, value: randomBytes(KEY_BYTES).toString("base64") })
  }
  return { add, remove, variables, preset }
}

/** Plans the options that say where the POS is. @param target null: they stay as they are */
function planPlace(
  config: OpenedConfig,
  names: ReadonlySet<string>,
  target: Target | null
): Pick<SetupPlan, "add" | "remove"> {
  if (target === null || target === config.literal("provider")) {
    return { add: [], remove: target === null ? [] : SANDBOX_ONLY.filter((name) => names.has(name)) }
  }
  return target === "sandbox"
    ? {
        add: SANDBOX_OPTIONS.filter(({ name }) => !names.has(name)),
        remove: names.has("provider") ? ["provider"] : [],
      }
    : {
        add: [{ name: "provider", code: `"${target}"` }],
        remove: ["provider", ...SANDBOX_ONLY].filter((name) => names.has(name)),
      }
}

async function chooseTarget(ask: Ask): Promise<Target> {
  const [first] = TARGETS
  const answer = ask === null ? "" : (await ask(`Which POS: ${TARGETS.join(" or ")} [${first}]`)).trim().toLowerCase()
  const target = TARGETS.find((name) => name === (answer || first))
  return target ?? chooseTarget(ask)
}

type Known = { known: string | null; flag: string | undefined; isSandbox: boolean; ask: Ask }

/** Finds the value of an option: in the files, on the command line, or by asking until the answer is usable. */
async function findAnswer(name: QuestionName, { known, flag, isSandbox, ask }: Known): Promise<string> {
  const { variable, asks, question, schema, sandboxSchema, sandbox, flag: usage } = QUESTIONS[name]
  const check = (value: string) => (isSandbox ? sandboxSchema : schema).safeParse(value)
  if (known !== null && flag !== undefined && known !== flag) {
    throw new AnswerInvalidError(asks, `${variable} is set to ${known} already; change it there`, usage)
  }
  const given = known ?? flag ?? (isSandbox && ask === null ? sandbox : undefined)
  if (given !== undefined) {
    const { success, error } = check(given)
    if (!success) {
      throw new AnswerInvalidError(asks, `${given}: ${error.issues[0]?.message ?? "it is not valid"}`, usage)
    }
    return given
  }
  if (ask === null) {
    throw new AnswerMissingError(asks, usage)
  }
  const prompt = isSandbox ? `${question} [${sandbox}]` : question
  for (;;) {
    const answer = (await ask(prompt)).trim() || (isSandbox ? sandbox : "")
    if (check(answer).success) {
      return answer
    }
  }
}
