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
  /** A hard dependency that fails takes the process out of rotation; a soft one only warns. */
  readonly kind: 'hard' | 'soft'
  readonly run: () => Promise<void>
  /** What `run` has found, shown in place of how long it took; null where it found nothing. */
  readonly observe?: () => Observation | null
}

/** What a check measured, and what is wrong with it, or null. */
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
 * Readiness from background checks, so that probes never fan out to the stores.
 * `start` runs every check at once and then again every `intervalMs`.
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

  /** Asked until it passes, and then never again. */
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

  /** What has not answered yet is asked again soon: a process is ready as soon as its stores are. */
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
    /** What must have been so once before the process counts as started. */
    addStartup(check: StartupCheck): void {
      unfinishedStart.add(check)
    },
    /** A liveness rule looks at this process alone and returns what is wrong, or null. */
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
    /** The names of what the start still waits for. */
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
    timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
