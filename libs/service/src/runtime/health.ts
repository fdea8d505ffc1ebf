import type { Logger } from './logger.ts'

export type HealthStatus = 'pass' | 'warn' | 'fail'
export interface CheckResult {
  readonly componentType: 'datastore' | 'component' | 'system'
  readonly status: HealthStatus
  readonly observedValue?: number
  readonly observedUnit?: string
  readonly output?: string
  readonly time: string
}
interface Check {
  readonly name: string
  readonly componentType: CheckResult['componentType']
  /** A failing hard dependency takes the process out of rotation; a failing soft one is only shown as a warning. */
  readonly kind: 'hard' | 'soft'
  readonly run: () => Promise<void>
  /** Returns the measurement of `run`, reported instead of its duration; null if it measured nothing. */
  readonly observe?: () => Observation | null
}

/** Measurement of a check, and the problem it found, or null. */
export interface Observation {
  readonly value: number
  readonly unit: string
  readonly problem: string | null
}

interface StartupCheck {
  readonly name: string
  readonly run: () => Promise<void>
}

const FIRST_PASS_MS = 250

export type Health = ReturnType<typeof createHealth>

/**
 * Determines readiness from checks that run in the background, so that a probe never calls a store. `start` runs every
 * check immediately and then every `intervalMs`.
 */
export function createHealth(log: Logger, options: { intervalMs?: number; checkTimeoutMs?: number } = {}) {
  const checks: Check[] = []
  const results = new Map<string, CheckResult>()
  const liveness: (() => string | null)[] = []
  const everPassed = new Set<string>()
  const unfinishedStart = new Set<StartupCheck>()
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  let draining = false

  async function runCheck(check: Check): Promise<void> {
    const startedAt = performance.now()
    let failure: string | null = null
    let observed: Observation | null = null
    try {
      await withDeadline(check.run(), options.checkTimeoutMs ?? 2_000)
      observed = check.observe?.() ?? null
      failure = observed?.problem ?? null
    } catch (error) {
      failure = error instanceof Error ? error.name : 'Error'
      log.debug({ err: error, check: check.name }, 'health.check_failed')
    }
    const previous = results.get(check.name)?.status
    const status = failure === null ? 'pass' : check.kind === 'hard' ? 'fail' : 'warn'
    results.set(check.name, {
      componentType: check.componentType,
      status,
      observedValue: Math.round((observed?.value ?? performance.now() - startedAt) * 10) / 10,
      observedUnit: observed?.unit ?? 'ms',
      ...(failure === null ? {} : { output: failure }),
      time: new Date().toISOString(),
    })
    if (status === 'pass') everPassed.add(check.name)
    if (previous !== status) log.info({ check: check.name, status }, 'health.changed')
  }

  async function runStartup(check: StartupCheck): Promise<void> {
    try {
      await withDeadline(check.run(), options.checkTimeoutMs ?? 2_000)
      if (unfinishedStart.delete(check)) log.info({ check: check.name }, 'startup.passed')
    } catch (error) {
      log.debug({ err: error, check: check.name }, 'startup.not_yet')
    }
  }

  async function runAll(): Promise<void> {
    await Promise.all([...checks.map(runCheck), ...[...unfinishedStart].map(runStartup)])
  }

  /**
   * Checks repeat at shorter intervals until each has passed once, so that the process is ready as soon as its stores
   * are.
   */
  function scheduleNext(): void {
    if (stopped) return
    const waiting =
      unfinishedStart.size > 0 || checks.some((check) => check.kind === 'hard' && !everPassed.has(check.name))
    const intervalMs = options.intervalMs ?? 5_000
    timer = setTimeout(
      () => void runAll().finally(scheduleNext),
      waiting ? Math.min(FIRST_PASS_MS, intervalMs) : intervalMs,
    )
    timer.unref()
  }

  return {
    addCheck(check: Check): void {
      checks.push(check)
    },
    /** Adds a check that must pass once before the process counts as started. */
    addStartup(check: StartupCheck): void {
      unfinishedStart.add(check)
    },
    /**
     * Adds a liveness rule, which returns a problem or null. It may look only at this process, never at its
     * dependencies.
     */
    addLiveness(rule: () => string | null): void {
      liveness.push(rule)
    },
    runAll,
    async start(): Promise<void> {
      await runAll()
      scheduleNext()
    },
    stop(): void {
      stopped = true
      if (timer) clearTimeout(timer)
    },
    drain(): void {
      draining = true
    },
    readUnfinishedStart: (): string[] => [...unfinishedStart].map(({ name }) => name),
    isAlive(): { alive: boolean; output: string | null } {
      const output = liveness.map((rule) => rule()).find((problem) => problem !== null) ?? null
      return { alive: output === null, output }
    },
    read(): { status: HealthStatus; checks: Record<string, CheckResult[]> } {
      const all = [...results.entries()]
      const worst: HealthStatus =
        draining || all.some(([, result]) => result.status === 'fail')
          ? 'fail'
          : all.some(([, result]) => result.status === 'warn')
            ? 'warn'
            : 'pass'
      return { status: worst, checks: Object.fromEntries(all.map(([name, result]) => [name, [result]])) }
    },
  }
}

async function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
