import { checkPackages, onOrphaned, prepare } from './install.mjs'

/**
 * Runs a benchmark and ends the process: with 1 when `work` resolves to true, for a bar that is missed, or fails, and with
 * 130 when it is interrupted. `work(closers, closeAll)` pushes to `closers` what ends each thing it opens: they are called
 * the other way round, once each, when all is over or `closeAll` is called before that.
 */
export async function runBenchmark(report, work) {
  const closers = []
  let closing = Promise.resolve()
  let ending = null

  /** One after the other: who asks while things are being closed waits for those too. */
  function closeAll() {
    closing = closing.then(async () => {
      for (const close of closers.splice(0).reverse()) await close()
    })
    return closing
  }

  /** What fails because of it ends nothing early. */
  function end(code) {
    ending ??= closeAll().finally(() => process.exit(code))
    return ending
  }

  const interrupt = () => end(130)
  try {
    await prepare(report, checkPackages)
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, interrupt)
    onOrphaned(interrupt)
    await end((await work(closers, closeAll)) ? 1 : 0)
  } catch (error) {
    if (ending === null) report.line(error.message)
    await end(1)
  }
}
