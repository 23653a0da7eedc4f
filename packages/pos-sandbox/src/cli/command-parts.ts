import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { Command, InvalidArgumentError } from "commander"
import { z } from "zod"
import { homedir } from "node:os"
import path from "node:path"
import { SandboxClient } from "../client/sandbox-client"

/** Nobody said which sandbox is meant, and none was started here. */
class NoSandboxError extends Error {
  constructor() {
    super("No sandbox was started on this machine: start one with pos-sandbox, or name one with --url and --token")
    this.name = "NoSandboxError"
  }
}

/** There are several organizations, or none, and nobody said which is meant. */
class WhichOrganizationError extends Error {
  constructor(known: { uuid: string; name: string }[]) {
    const names = known.map(({ uuid, name }) => `\n  ${uuid}  ${name}`).join("")
    super(known.length === 0 ? "The sandbox has no organization" : `Name one with --organization:${names}`)
    this.name = "WhichOrganizationError"
  }
}

const remoteSchema = z.object({
  url: z.string().optional(),
  token: z.string().optional(),
  certificate: z.string().optional(),
  organization: z.string().optional(),
})

/** A command that works with a running sandbox. */
export const remoteCommand = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .option("--url <url>", "the sandbox's address (POS_SANDBOX_URL); the last one started without")
    .option("--token <token>", "its control token (POS_SANDBOX_TOKEN)")
    .option("--certificate <file>", "its certificate, where it speaks HTTPS (POS_SANDBOX_CERTIFICATE)")

/** The same, about one organization. */
export const shopCommand = (name: string, description: string) =>
  remoteCommand(name, description).option("--organization <uuid>", "which organization; the only one without")

/**
 * The sandbox that a command is about: by its options, by the environment, or the one that was started last.
 * @param preferred goes before the environment
 * @throws NoSandboxError
 */
export function findRunning(command: Command, preferred: Started | null = null): SandboxClient {
  const options = remoteSchema.parse(command.opts())
  if (preferred && options.url === undefined) {
    return new SandboxClient({ ...preferred, controlToken: options.token ?? preferred.controlToken })
  }
  const last = lastStarted()
  const url = options.url ?? process.env.POS_SANDBOX_URL ?? last?.url
  const isLast = url !== undefined && url === last?.url
  const controlToken = options.token ?? process.env.POS_SANDBOX_TOKEN ?? (isLast ? last?.controlToken : undefined)
  if (url === undefined || controlToken === undefined) {
    throw new NoSandboxError()
  }
  const certificateFile = options.certificate ?? process.env.POS_SANDBOX_CERTIFICATE
  const certificate = certificateFile ? readFileSync(certificateFile, "utf8") : isLast ? last?.certificate : undefined
  return new SandboxClient({ url: url.replace(/\/+$/, ""), controlToken, certificate })
}

/** The organization's UUID that a command is about. @throws WhichOrganizationError */
export async function findOrganizationUuid(command: Command, sandbox: SandboxClient): Promise<string> {
  const { organization } = remoteSchema.parse(command.opts())
  if (organization !== undefined) {
    return organization
  }
  const organizations = await sandbox.organizations()
  const [only, ...others] = organizations
  if (!only || others.length > 0) {
    throw new WhichOrganizationError(organizations)
  }
  return only.uuid
}

const startedSchema = z.object({
  url: z.string(),
  controlToken: z.string(),
  certificate: z.string().optional(),
  processId: z.number(),
  /** the organizations that it printed, each with its API key */
  shops: z.array(z.object({ organizationUuid: z.string(), apiKey: z.string() })).default([]),
})

/** A sandbox that was started from the command line. */
export type Started = z.output<typeof startedSchema>

/** A folder of this person's on this machine. */
export const cacheFolder = () => path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "pos-sandbox")

/** Names of the files in it that `--https` keeps. */
export const HTTPS_FILES = { key: "key.pem", certificate: "certificate.pem" }

/** Path of the certificate that a program has to trust. */
export const certificateFile = () => path.join(cacheFolder(), HTTPS_FILES.certificate)

const file = () => path.join(cacheFolder(), "last-started.json")

/** Writes a file that only this person reads. @returns false where nothing may be written: a sandbox starts all the same */
export function writePrivately(name: string, text: string): boolean {
  try {
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 })
    writeFileSync(path.join(cacheFolder(), name), text, { mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/** Lets the other commands find this sandbox. */
export function rememberStarted(started: Started): void {
  writePrivately(path.basename(file()), JSON.stringify(started))
}

/** It has ended, unless another was started since. */
export function forgetStarted({ processId }: Pick<Started, "processId">): void {
  if (lastStarted()?.processId === processId) {
    rmSync(file(), { force: true })
  }
}

/** The sandbox that was started last, if any was. */
export function lastStarted(): Started | null {
  try {
    return startedSchema.parse(JSON.parse(readFileSync(file(), "utf8")))
  } catch {
    // None was started, or the file is of another version: either way there is none to find.
    return null
  }
}

export function readNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) {
    throw new InvalidArgumentError("A whole number is needed.")
  }
  return Number(value)
}

export function readDate(value: string): Date {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError("A date such as 2026-03-01T08:00:00Z is needed.")
  }
  return date
}

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

/** "90", "90s", "15m", "2h30m" or "3d" as seconds. */
export function readDuration(value: string): number {
  const parts = [...value.matchAll(/(\d+(?:\.\d+)?)([smhdw]?)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== value) {
    throw new InvalidArgumentError("A time such as 90s, 15m, 2h30m, 3d or 1w is needed.")
  }
  return parts.reduce((sum, [, amount = "0", unit = ""]) => sum + Number(amount) * (SECONDS[unit] ?? 1), 0)
}

/** "PurchaseCreated,ProductUpdated" as names. */
export const readNames = (value: string): string[] => value.split(",").filter(Boolean)
