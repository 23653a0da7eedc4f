import { createHash } from "node:crypto"
import path from "node:path"
import * as esbuild from "esbuild"
import { readAdminTexts } from "../translations/texts"
import { listUsedTexts } from "./used-texts"

const SRC = path.join(__dirname, "../../src")

/** Packages, other parts of the source and texts are no part of what is compared: imports of them stay imports. */
const onlyAdmin = (admin: string): esbuild.Plugin => ({
  name: "only-admin",
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ path: name, resolveDir, kind }) => {
      const isWithin = path.resolve(resolveDir, name).startsWith(admin + path.sep)
      const isCode = kind === "entry-point" || (name.startsWith(".") && isWithin && !name.endsWith(".json"))
      return isCode ? undefined : { path: path.basename(name), external: true, sideEffects: false }
    })
  },
})

/**
 * Replaces the names that the minifier chose, which depend on all names in the code. Strings stay: "h1" is an element.
 */
const withoutShortNames = (code: string) =>
  code
    .replace(/"(?:[^"\\\n]|\\.)*"|(?<![\w$])[A-Za-z_$][\w$]?(?![\w$])/g, (part) => (part.startsWith('"') ? part : "_"))
    .replaceAll("_:_", "_")

/**
 * Computes a fingerprint of what a page shows: its code with all that it imports from the admin, and its English texts.
 * The code is bundled and minified first, so that comments, types, names of variables and unused code change nothing.
 * @param files below `src/admin`
 */
export async function fingerprintPage(files: readonly string[], source = SRC): Promise<string> {
  const admin = path.join(source, "admin")
  const { outputFiles } = await esbuild.build({
    entryPoints: files.map((file) => path.join(admin, file)),
    outdir: admin,
    absWorkingDir: source,
    plugins: [onlyAdmin(admin)],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    charset: "utf8",
    logLevel: "silent",
    tsconfigRaw: "{}",
  })
  const code = outputFiles.map(({ text }) => text).join("\n")
  const texts = listUsedTexts(code, readAdminTexts("en", source))
  return createHash("sha256")
    .update(JSON.stringify({ code: withoutShortNames(code), texts }))
    .digest("hex")
    .slice(0, 16)
}
