/**
 * Ends what this process started before it ends itself on Ctrl-C or SIGTERM.
 * @param stop ends everything; may be called while things are still starting
 * @param codeOf the exit code when it is done; 130, as shells have it for an interrupt, unless reported otherwise
 */
export function stopOnSignal(stop, codeOf = () => 130) {
  const end = async () => {
    try {
      await stop()
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    } finally {
      process.exit(codeOf())
    }
  }
  process.once("SIGINT", end)
  process.once("SIGTERM", end)
}
