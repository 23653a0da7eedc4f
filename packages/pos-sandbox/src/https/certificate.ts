import { generateKeyPairSync, randomBytes } from "node:crypto"

/** A key and a certificate that it signed itself, as PEM. */
export type Certificate = { key: string; certificate: string }

const DAYS = 365
const DAY_MS = 86_400_000

/** A serial number is a positive number: the highest bit is not set. */
const serialNumber = () => `01${randomBytes(15).toString("hex")}`

/**
 * Makes a certificate for this machine, valid for a year.
 * @param host an address in addition to localhost's
 * @param names of hosts that are also directed to this machine
 */
export async function makeCertificate(host: string, names: readonly string[] = []): Promise<Certificate> {
  // Loaded here, because most sandboxes serve plain HTTP.
  const { md, pki } = (await import("node-forge")).default
  const pair = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  })
  const addresses = [...new Set(["127.0.0.1", "::1", host])].filter((item) => /^[\d.]+$|:/.test(item))
  const certificate = pki.createCertificate()
  certificate.publicKey = pki.publicKeyFromPem(pair.publicKey)
  certificate.serialNumber = serialNumber()
  certificate.validity.notAfter = new Date(certificate.validity.notBefore.getTime() + DAYS * DAY_MS)
  const name = [{ name: "commonName", value: "localhost" }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  const hosts = ["localhost", ...names].map((value) => ({ type: 2, value }))
  const altNames = [...hosts, ...addresses.map((ip) => ({ type: 7, ip }))]
  certificate.setExtensions([
    { name: "basicConstraints", cA: true },
    { name: "subjectAltName", altNames },
  ])
  certificate.sign(pki.privateKeyFromPem(pair.privateKey), md.sha256.create())
  return { key: pair.privateKey, certificate: pki.certificateToPem(certificate) }
}
