import { AppError, createRuntime, unavailable } from '@callwright/service'
import { buildTestConfig, createLogSink } from '@callwright/service/testing'
import { describe, expect, test } from '@jest/globals'
import { DelayedError, type Job, RateLimitError, UnrecoverableError } from 'bullmq'
import { createJobRunner, type JobDefinition, MAX_POSTPONEMENTS, PermanentError } from './job.ts'

const away = () => unavailable('upstream_unavailable', 'The market data service is not available right now.')

function setUp(run: JobDefinition['run'], recordFails?: () => Error) {
  const sink = createLogSink()
  const { log } = createRuntime(buildTestConfig(), 'screener-worker', { logStream: sink.stream })
  const recorded: string[] = []
  const observed: string[] = []
  const pauses: number[] = []
  const troubles: (string | null)[] = []
  const definition: JobDefinition = { name: 'enrich-symbol', read: () => ({ runId: 'r', symbol: 'INV' }), run }
  const runner = createJobRunner(['enrich-symbol'], [definition], {
    log,
    recordFailure: async (jobName, { symbol }, reason) => {
      if (recordFails) throw recordFails()
      expect(jobName).toBe('enrich-symbol')
      recorded.push(`${symbol}: ${reason}`)
    },
    pauseQueue: async (milliseconds) => void pauses.push(milliseconds),
    onTrouble: (reason) => void troubles.push(reason),
    observe: (outcome) => observed.push(outcome),
  })
  const delayedTo: number[] = []
  const jobAt = (attemptsMade: number, name = 'enrich-symbol') =>
    ({
      id: 'r-INV',
      name,
      data: {},
      attemptsMade,
      attemptsStarted: attemptsMade + 1,
      opts: { attempts: 3 },
      moveToDelayed: async (timestamp: number) => void delayedTo.push(timestamp),
    }) as unknown as Job
  return { runner, jobAt, recorded, observed, delayedTo, pauses, troubles, sink }
}

describe('createJobRunner', () => {
  test('returns a successful job’s outcome and reports it to the metrics', async () => {
    const { runner, jobAt, observed } = setUp(async () => 'saved')
    expect(await runner(jobAt(0), 'token')).toBe('saved')
    expect(observed).toEqual(['saved'])
  })

  test('retries a failure and records it only at the third attempt', async () => {
    const { runner, jobAt, recorded, observed } = setUp(async () => {
      throw new AppError(503, 'upstream_failed', 'The market data service could not answer.')
    })
    for (const attempt of [0, 1, 2]) {
      await expect(runner(jobAt(attempt), 'token')).rejects.toThrow('The market data service could not answer.')
      expect(recorded).toHaveLength(attempt === 2 ? 1 : 0)
    }
    expect(recorded).toEqual(['INV: The market data service could not answer.'])
    expect(observed).toEqual(['retried', 'retried', 'failed'])
  })

  test('reports the most specific reason for a failure once, and the recovery once', async () => {
    const failures: (AppError | null)[] = [
      new AppError(503, 'source_unavailable', 'The source cannot be reached.'),
      away(),
      away(),
      null,
      null,
      away(),
    ]
    const { runner, jobAt, troubles } = setUp(async () => {
      const failure = failures.shift() ?? null
      if (failure !== null) throw failure
      return 'saved'
    })
    while (failures.length > 0) await runner(jobAt(0), 'token').catch(() => undefined)
    const unanswered = 'The market data service is not available right now.'
    expect(troubles).toEqual(['The source cannot be reached.', null, unanswered])
  })

  test.each([
    [30, []],
    [31, ['Too many requests.']],
  ])('a rate limit that ends in %d seconds announces %j', async (retryAfterSeconds, expected) => {
    const { runner, jobAt, troubles } = setUp(async () => {
      throw new AppError(503, 'provider_rate_limited', 'Too many requests.', { retryAfterSeconds })
    })
    await expect(runner(jobAt(0), 'token')).rejects.toThrow()
    expect(troubles).toEqual(expected)
  })

  test('fails immediately on a permanent error', async () => {
    const { runner, jobAt, recorded } = setUp(async () => {
      throw new PermanentError('Unknown symbol: INV')
    })
    await expect(runner(jobAt(0), 'token')).rejects.toThrow(UnrecoverableError)
    expect(recorded).toEqual(['INV: Unknown symbol: INV'])
  })

  test('fails immediately on an unrecoverable queue error and replaces its message', async () => {
    const { runner, jobAt, recorded } = setUp(async () => {
      throw new UnrecoverableError('bullmq:unrecoverable')
    })
    await expect(runner(jobAt(0), 'token')).rejects.toThrow(UnrecoverableError)
    expect(recorded).toEqual(['INV: Could not calculate this stock.'])
  })

  test('uses an attempt for an unreadable response, which is not an outage', async () => {
    const { runner, jobAt, recorded, delayedTo } = setUp(async () => {
      throw unavailable('upstream_unreadable', 'The market data service could not answer.')
    })
    for (const attempt of [0, 1, 2]) await expect(runner(jobAt(attempt), 'token')).rejects.not.toThrow(DelayedError)
    expect(recorded).toEqual(['INV: The market data service could not answer.'])
    expect(delayedTo).toEqual([])
  })

  test('postpones a job a limited number of times in an endless outage, then uses attempts', async () => {
    const { runner, jobAt, recorded, observed } = setUp(async () => {
      throw away()
    })
    const postponed = (attemptsMade: number, times: number) => ({
      ...jobAt(attemptsMade),
      attemptsStarted: attemptsMade + 1 + times,
    })
    await expect(runner(postponed(0, MAX_POSTPONEMENTS - 1) as Job, 'token')).rejects.toThrow(DelayedError)
    for (const attempt of [0, 1, 2]) {
      await expect(runner(postponed(attempt, MAX_POSTPONEMENTS) as Job, 'token')).rejects.toThrow('not available')
    }
    expect(observed).toEqual(['postponed', 'retried', 'retried', 'failed'])
    expect(recorded).toEqual(['INV: The market data service is not available right now.'])
  })

  test('logs an internal error’s message but shows it nowhere else', async () => {
    const { runner, jobAt, recorded, sink } = setUp(async () => {
      throw new Error('connect to 10.1.2.3:5432 as admin')
    })
    await expect(runner(jobAt(2), 'token')).rejects.toThrow('Could not calculate this stock.')
    expect(recorded).toEqual(['INV: Could not calculate this stock.'])
    expect(sink.text()).toContain('10.1.2.3')
  })

  test('postpones a job by 2 to 4 s in an outage without using an attempt, and logs the outage once', async () => {
    const { runner, jobAt, recorded, observed, delayedTo, sink } = setUp(async () => {
      throw away()
    })
    const before = Date.now()
    for (const attempt of [0, 2]) await expect(runner(jobAt(attempt), 'token')).rejects.toThrow(DelayedError)
    expect(recorded).toEqual([])
    expect(observed).toEqual(['postponed', 'postponed'])
    for (const timestamp of delayedTo) {
      expect(timestamp - before).toBeGreaterThanOrEqual(2_000)
      expect(timestamp - before).toBeLessThan(5_000)
    }
    expect(sink.lines().filter((line) => line.event === 'enrichment.postponed')).toHaveLength(1)
  })

  test.each([
    [30, 30_000],
    [1, 2_000],
    [86_400, 900_000],
  ])(
    'a provider rate limit of %i s pauses the whole queue for %i ms, and no job uses an attempt (F21)',
    async (seconds, pauseMs) => {
      const { runner, jobAt, recorded, observed, delayedTo, pauses } = setUp(async () => {
        throw new AppError(503, 'provider_rate_limited', 'Too many requests.', { retryAfterSeconds: seconds })
      })
      await expect(runner(jobAt(2), 'token')).rejects.toThrow(RateLimitError)
      expect(pauses).toEqual([pauseMs])
      expect(observed).toEqual(['postponed'])
      expect([...recorded, ...delayedTo]).toEqual([])
    },
  )

  test('postpones a job whose last failure cannot be recorded because the database is unavailable', async () => {
    const lost = () => unavailable('database_unavailable', 'Our database is not available right now.')
    const { runner, jobAt, delayedTo } = setUp(async () => {
      throw new AppError(503, 'upstream_failed', 'No answer.')
    }, lost)
    await expect(runner(jobAt(2), 'token')).rejects.toThrow(DelayedError)
    expect(delayedTo).toHaveLength(1)
  })

  test('keeps the driver’s message in the log if a failure cannot be recorded for another reason', async () => {
    const { runner, jobAt } = setUp(
      async () => {
        throw new AppError(503, 'upstream_failed', 'No answer.')
      },
      () => new Error('relation "enrichment_failure" does not exist'),
    )
    await expect(runner(jobAt(2), 'token')).rejects.toThrow('Could not calculate this stock.')
  })

  test('permanently fails a job with an unknown name', async () => {
    const { runner, jobAt } = setUp(async () => 'saved')
    await expect(runner(jobAt(0, 'other'), 'token')).rejects.toThrow(UnrecoverableError)
  })

  test.each([
    [['enrich-symbol', 'other'], 1],
    [[], 1],
    [['enrich-symbol'], 2],
    [['other'], 1],
  ])('throws unless every name has exactly one definition: %j, %p definitions', (names, count) => {
    const definition: JobDefinition = {
      name: 'enrich-symbol',
      read: () => ({ runId: 'r', symbol: 'INV' }),
      run: async () => 'saved',
    }
    const { log } = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener-worker')
    const deps = {
      log,
      onTrouble: () => {},
      recordFailure: async () => {},
      pauseQueue: async () => {},
      observe: () => {},
    }
    expect(() => createJobRunner(names, Array(count).fill(definition), deps)).toThrow('exactly one definition')
  })
})
