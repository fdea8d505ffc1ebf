import type { Runtime } from './runtime.ts'

const STOP_DEADLINE_MS = 18_000

/**
 * Runs a process until a signal stops it. If it cannot start, prints the reason and exits with 1. On SIGTERM or SIGINT,
 * closes everything in order and exits with 0, within 18 s.
 */
export async function runProcess(start: () => Promise<Runtime>): Promise<void> {
  let started: Runtime | null = null
  const stop = (code: number) => {
    // The signal arrived during startup, so there is nothing to close yet.
    if (started === null) process.exit(code)
    setTimeout(() => process.exit(code === 0 ? 1 : code), STOP_DEADLINE_MS).unref()
    void started.close().then(
      () => process.exit(code),
      () => process.exit(1),
    )
  }
  // Install these before start() resolves: the process is already listening by then.
  process.once('SIGTERM', () => stop(0))
  process.once('SIGINT', () => stop(0))
  try {
    started = await start()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
  const { log } = started
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'process.uncaught_exception')
    stop(1)
  })
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'process.unhandled_rejection')
    stop(1)
  })
}
