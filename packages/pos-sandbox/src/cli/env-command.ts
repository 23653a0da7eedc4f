import { type Command, Option } from "commander"
import { z } from "zod"
import type { SandboxClient } from "../client/sandbox-client"
import {
  certificateFile,
  findOrganizationUuid,
  findRunning,
  lastStarted,
  shopCommand,
  type Started,
} from "./command-parts"

/** Name of an environment variable, with its value. */
type Variables = Readonly<Record<string, string>>

/** A value that shells and dotenv files read as it is. */
const PLAIN = /^[\w.:/@%+,-]+$/

const FORMATTERS = {
  shell: (variables: Variables) => lines(variables, (name, value) => `export ${name}=${quoteForShell(value)}`),
  dotenv: (variables: Variables) => lines(variables, (name, value) => `${name}=${quoteForDotenv(value)}`),
  json: (variables: Variables) => `${JSON.stringify(variables, null, 2)}\n`,
}

const optionsSchema = z.object({
  format: z.enum(["shell", "dotenv", "json"]),
  url: z.string().optional(),
  certificate: z.string().optional(),
  organization: z.string().optional(),
})

/** `pos-sandbox env`: what a store, a script and the other commands read from their environment. */
export const envCommand = () =>
  shopCommand("env", 'print the environment of a running sandbox: eval "$(pos-sandbox env)"')
    .addOption(new Option("--format <format>", "how it is written").choices(Object.keys(FORMATTERS)).default("shell"))
    .action(async (given: unknown, command: Command) => {
      const options = optionsSchema.parse(given)
      // Not by the environment, if another sandbox was started since it was set.
      const last = options.url === undefined ? lastStarted() : null
      const sandbox = last ? findRunning(command, last) : findRunning(command)
      const apiKey = await findApiKey(command, sandbox, options.organization, last)
      const trusted = options.certificate ?? (last?.certificate ? certificateFile() : undefined)
      const variables: Record<string, string> = {
        POS_SERVICE_URL: sandbox.url,
        POS_SANDBOX_URL: sandbox.url,
        POS_SANDBOX_TOKEN: sandbox.controlToken,
      }
      if (apiKey !== null) {
        variables.POS_API_KEY = apiKey
      }
      if (trusted !== undefined) {
        variables.POS_SANDBOX_CERTIFICATE = trusted
        variables.NODE_EXTRA_CA_CERTS = trusted
      }
      process.stdout.write(FORMATTERS[options.format](variables))
    })

/** The key that the sandbox printed at its start, or a new one. @returns null in a sandbox without organizations */
async function findApiKey(
  command: Command,
  sandbox: SandboxClient,
  named: string | undefined,
  last: Started | null
): Promise<string | null> {
  const existing = await sandbox.organizations()
  const printed = last?.shops.find(
    ({ organizationUuid }) =>
      existing.some(({ uuid }) => uuid === organizationUuid) && (named ?? organizationUuid) === organizationUuid
  )
  if (printed) {
    return printed.apiKey
  }
  if (existing.length === 0) {
    return null
  }
  return (await sandbox.shop(await findOrganizationUuid(command, sandbox))).apiKey
}

function lines(variables: Variables, write: (name: string, value: string) => string): string {
  return Object.entries(variables)
    .map(([name, value]) => `${write(name, value)}\n`)
    .join("")
}

/** Quotes a value for POSIX shells, in which nothing between single quotes has a meaning. */
const quoteForShell = (value: string) => (PLAIN.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`)

/** Quotes a value for dotenv files, which know three quotation marks and no escape. */
function quoteForDotenv(value: string): string {
  if (PLAIN.test(value)) {
    return value
  }
  const mark = ["'", '"', "`"].find((candidate) => !value.includes(candidate)) ?? '"'
  return `${mark}${value}${mark}`
}
