import { type Logger, openQueue, openWorker, type Runtime, withQueueDeadline } from '@callwright/service'

const JOB = 'evaluate-alerts'
const KEPT = 20
const REGISTER_RETRY_MS = 1_000

interface ScheduleOptions {
  readonly url: string
  readonly prefix: string
  readonly everyMs: number
  readonly run: () => Promise<void>
}

/**
 * Runs `run` at an interval, in one of all processes at a time. If a process is killed, another one takes its job over.
 * The schedule is added again if Redis has lost it.
 */
export function scheduleEvaluation(runtime: Runtime, { url, prefix, everyMs, run }: ScheduleOptions): void {
  const place = { name: 'alerts', url, prefix }
  const queue = openQueue(runtime, place)
  const { log } = runtime
  openWorker(runtime, { ...place, concurrency: 1, run })
  const opts = { removeOnComplete: true, removeOnFail: { count: KEPT } }
  const registration = keepRegistered(log, everyMs, async () => {
    if ((await queue.getJobScheduler(JOB))?.every === everyMs) return
    await queue.setGlobalConcurrency(1)
    await queue.upsertJobScheduler(JOB, { every: everyMs }, { name: JOB, opts })
  })
  runtime.onClose('alert schedule', registration.stop)
}

/** Registers at start and again at an interval, because Redis may lose the schedule. */
function keepRegistered(log: Logger, everyMs: number, register: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isFailing = false
  async function attempt(): Promise<void> {
    try {
      await withQueueDeadline(register)
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'alerts.not_scheduled')
      isFailing = true
    }
    if (!isStopped) timer = setTimeout(() => void attempt(), isFailing ? REGISTER_RETRY_MS : everyMs).unref()
  }
  void attempt()
  return {
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
