import { createRequire } from "node:module"
import path from "node:path"
import { pathToFileURL, fileURLToPath } from "node:url"

const own = path.dirname(fileURLToPath(import.meta.url))

/** Bundles the script of the POS page into one module for browsers, and returns its text. */
export async function buildPage() {
  const { build } = createRequire(import.meta.url)("esbuild")
  const { outputFiles } = await build({
    entryPoints: [path.join(own, "src", "pos-page", "app", "main.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    charset: "utf8",
  })
  return outputFiles[0].text
}

// As a command it prints the script: a sandbox that runs from its sources asks for it.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(await buildPage())
}
