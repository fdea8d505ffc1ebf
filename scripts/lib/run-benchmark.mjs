import { checkPackages, onOrphaned, prepare } from './install.mjs'

/**
 * Runs a benchmark and exits: with 1 if `work` fails or resolves to true (a missed bar), and with 130 if interrupted.
 * `work(closers, closeAll)` pushes a cleanup function to `closers` for each resource. These functions run once, in
 * reverse order, at the end or when `closeAll` is called.
 */
export async function runBenchmark(report, work) {
  const closers = []
  let closing = Promise.resolve()
  let ending = null

  /** A second call waits for the cleanup in progress. */
  function closeAll() {
    closing = closing.then(async () => {
      for (const close of closers.splice(0).reverse()) await close()
    })
    return closing
  }

  /** Only the first call has an effect, so that errors caused by the cleanup do not cut it short. */
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
