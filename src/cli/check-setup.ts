import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { z } from "zod"
import type { ProviderPreset } from "../contract/providers"
import { readEnvVariable } from "./edit-env"
import { KEY_BYTES, KEY_VARIABLE, URL_VARIABLE } from "./plan-setup"
import { PLUGIN } from "./read-config"

/** Result of one check of a setup, with what to do about it. */
export type SetupCheck = { name: string; isPassed: boolean; message: string }

/** Oldest and first unsupported version of Medusa, as in the peer dependencies. */
const MEDUSA = { oldest: [2, 17], before: 3 } as const

const manifestSchema = z.looseObject({ version: z.string() })

/** Checks a store's folder for the plugin, without starting the store or calling the POS: the doctor does both. */
export function checkSetup(input: {
  directory: string
  env: string
  environment: NodeJS.ProcessEnv
  hasKeyOption: boolean
  /** as the configuration names it; null: by a variable */
  publicUrl: string | null
  /** null: the sandbox, which takes an address without HTTPS */
  preset: ProviderPreset | null
}): SetupCheck[] {
  const { directory, env, environment, hasKeyOption, preset } = input
  const publicUrl = input.publicUrl ?? environment[URL_VARIABLE] ?? readEnvVariable(env, URL_VARIABLE)
  const isPublic = publicUrl === null || preset === null || publicUrl.startsWith("https://")
  const plugin = readVersion(directory, PLUGIN)
  const medusa = readVersion(directory, "@medusajs/medusa")
  const key = environment[KEY_VARIABLE] ?? readEnvVariable(env, KEY_VARIABLE) ?? ""
  const isKey = hasKeyOption || Buffer.from(key, "base64").length === KEY_BYTES
  return [
    {
      name: "plugin",
      isPassed: plugin !== null,
      message: plugin === null ? `it is not installed: npm install ${PLUGIN}` : plugin,
    },
    {
      name: "Medusa",
      isPassed: medusa !== null && isSupported(medusa),
      message:
        medusa === null
          ? "it is not installed: npm install"
          : isSupported(medusa)
            ? medusa
            : `${medusa} is not supported: use ${MEDUSA.oldest.join(".")} or later, below ${MEDUSA.before}`,
    },
    {
      name: "encryption key",
      isPassed: isKey,
      message: isKey
        ? `${KEY_BYTES} bytes. If you lose it, every account must be connected again`
        : `${KEY_VARIABLE} must be ${KEY_BYTES} bytes in base64: openssl rand -base64 ${KEY_BYTES}`,
    },
    {
      name: "public address",
      isPassed: isPublic,
      message: isPublic
        ? (publicUrl ?? "named by the configuration")
        : `${publicUrl} must begin with https://, and be reachable for ${preset.displayName}`,
    },
    checkIgnored(directory),
  ]
}

/** A key that is committed is no secret. Folders above may ignore `.env`, too. */
function checkIgnored(directory: string): SetupCheck {
  const folders = [directory, path.dirname(directory), path.dirname(path.dirname(directory))]
  const rules = folders.flatMap((folder) => readText(path.join(folder, ".gitignore")).split(/\r?\n/))
  const isIgnored = rules.some((rule) => /^(\*\*\/|\/)?\.env(\*|\.\*)?$/.test(rule.trim()))
  return {
    name: ".gitignore",
    isPassed: isIgnored,
    message: isIgnored ? ".env is not committed" : "add the line .env, so that the key is not committed",
  }
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const [oldestMajor, oldestMinor] = MEDUSA.oldest
  return major < MEDUSA.before && (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor))
}

function readVersion(directory: string, name: string): string | null {
  try {
    const file = createRequire(path.join(directory, "package.json")).resolve(`${name}/package.json`)
    return manifestSchema.parse(JSON.parse(readFileSync(file, "utf8"))).version
  } catch {
    // Not installed, or not readable: the check says so.
    return null
  }
}

/** Returns the text of a file; "" when there is none. */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}
