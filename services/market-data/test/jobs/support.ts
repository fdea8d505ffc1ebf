import { randomUUID } from 'node:crypto'
import type { Runtime } from '@callwright/service'
import { readTestUrl, waitFor } from '@callwright/service/testing'
import { startMarketJobs } from '../../src/jobs/market-jobs.ts'
import type { Capabilities } from '../../src/providers/provider-definition.ts'
import { openMarketStore } from '../../src/storage/market-store.ts'
import { createScriptedProvider } from '../storage/scripted-provider.ts'
import { createClock, openStores } from '../storage/support.ts'

export const JOBS = ['collect-events', 'fill-bars', 'record-volatility', 'refresh-fundamentals'] as const
export type JobName = (typeof JOBS)[number]

interface ProcessOptions {
  readonly sources?: Partial<Capabilities>
  /** Processes with the same prefix share their jobs. */
  readonly prefix?: string
  readonly redisUrl?: string
}

/** Opens a database, a provider and a clock, on which a test can run the jobs of any number of processes. */
export async function openJobBench(at: string, { historyFrom = '2026-06-01' } = {}) {
  const stores = await openStores()
  const clock = createClock(at)
  const provider = createScriptedProvider(clock.now, { historyFrom })

  function openProcess(options: ProcessOptions = {}) {
    const opened = openIdleProcess()
    return { ...opened, ...startJobs(opened, options) }
  }

  function openIdleProcess() {
    const { runtime, sink } = stores.openRuntime()
    return { runtime, sink, store: openMarketStore(runtime, stores.proxiedUrl) }
  }

  function startJobs({ runtime, store }: ReturnType<typeof openIdleProcess>, options: ProcessOptions) {
    startMarketJobs(runtime, {
      config: {
        redisQueueUrl: options.redisUrl ?? readTestUrl('TEST_REDIS_URL'),
        order: { fundamentals: ['scripted', 'other'] },
      },
      sources: options.sources ?? provider.sources,
      store,
      now: clock.now,
      queuePrefix: options.prefix ?? `test-${randomUUID()}`,
    })
    return { countRuns: (job: JobName, outcome?: string) => countRuns(runtime, job, outcome) }
  }

  return {
    stores,
    clock,
    provider,
    openProcess,
    /** Starts a process, lets every job run once and stops it; returns the requests and the outcomes of the jobs. */
    async runOnce(options: ProcessOptions = {}) {
      const opened = openIdleProcess()
      // On a busy machine a slow connection would fail the first job's attempt.
      await waitFor('the database', () =>
        opened.store.fundamentals.list([]).then(
          () => true,
          () => false,
        ),
      )
      const started = startJobs(opened, options)
      await waitFor('every job to have run', async () => {
        const counts = await Promise.all(JOBS.map((job) => started.countRuns(job)))
        return counts.every((count) => count > 0)
      })
      const outcomes = Object.fromEntries(await Promise.all(JOBS.map((job) => readOutcome(opened.runtime, job))))
      const { runtime, sink } = opened
      await runtime.close()
      return { asked: provider.takeAsked().filter((question) => question !== 'universe'), outcomes, runtime, sink }
    },
    /** Opens a store for the test itself. */
    openStore: () => stores.open().store,
    close: () => stores.close(),
  }
}
export type JobBench = Awaited<ReturnType<typeof openJobBench>>

async function readRuns(runtime: Runtime, job: JobName) {
  const metric = await runtime.metrics.registry.getSingleMetric('queue_jobs_processed_total')?.get()
  const isRun = ({ labels, value }: { labels: Partial<Record<string, string | number>>; value: number }) =>
    labels.job === job && labels.queue === 'market-data' && value > 0
  return (metric?.values ?? []).filter(isRun)
}

async function countRuns(runtime: Runtime, job: JobName, outcome?: string): Promise<number> {
  const runs = await readRuns(runtime, job)
  const counted = runs.filter(({ labels }) => outcome === undefined || labels.outcome === outcome)
  return counted.reduce((sum, { value }) => sum + value, 0)
}

async function readOutcome(runtime: Runtime, job: JobName): Promise<[JobName, string]> {
  const [run] = await readRuns(runtime, job)
  return [job, String(run?.labels.outcome)]
}
