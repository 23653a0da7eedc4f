import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import path from "node:path"
import { type Certificate, makeCertificate } from "../https/certificate"
import { cacheFolder, writePrivately } from "./last-started"

const WEEK_MS = 7 * 86_400_000

const FILES = { key: "key.pem", certificate: "certificate.pem" }

/** Where the certificate lies that a program has to trust. */
export const certificateFile = () => path.join(cacheFolder(), FILES.certificate)

/** The certificate of this person's sandboxes: made once, so that it has to be trusted once, and anew each year. */
export async function keptCertificate(host: string): Promise<Certificate> {
  const kept = readKept()
  if (kept && isGood(kept.certificate, host)) {
    return kept
  }
  const made = await makeCertificate(host)
  writePrivately(FILES.key, made.key)
  writePrivately(FILES.certificate, made.certificate)
  return made
}

function readKept(): Certificate | null {
  try {
    const read = (name: string) => readFileSync(path.join(cacheFolder(), name), "utf8")
    return { key: read(FILES.key), certificate: read(FILES.certificate) }
  } catch {
    // None was made yet.
    return null
  }
}

function isGood(certificate: string, host: string): boolean {
  const known = new X509Certificate(certificate)
  const isFresh = new Date(known.validTo).getTime() > Date.now() + WEEK_MS
  return isFresh && (known.checkIP(host) ?? known.checkHost(host)) !== undefined
}
