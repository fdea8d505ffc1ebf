import { createHash } from 'node:crypto'
import { readPositiveInteger, readUrl } from '../../settings.ts'
import type { ProviderDefinition } from '../provider-definition.ts'
import { NAME } from './massive-client.ts'
import { openMassive } from './massive-provider.ts'

/** Default rate. Paid plans allow far more; a free plan allows 5 per minute. */
const CALLS_PER_MINUTE = 300
const SECONDS_PER_MINUTE = 60

export const massive: ProviderDefinition = {
  name: NAME,
  capabilities: [
    'bars',
    'intradayBars',
    'quotes',
    'expirations',
    'chains',
    'search',
    'reference',
    'fundamentals',
    'dividends',
    'splits',
    'rates',
    'clock',
  ],
  variables: ['MASSIVE_API_KEY', 'MASSIVE_CALLS_PER_MINUTE', 'MASSIVE_BASE_URL'],
  keyless: false,
  readSettings(env) {
    const apiKey = env.MASSIVE_API_KEY?.trim() ?? ''
    const calls = readPositiveInteger(env, 'MASSIVE_CALLS_PER_MINUTE', CALLS_PER_MINUTE)
    const baseUrl = readUrl(env, 'MASSIVE_BASE_URL')
    const problems = [...calls.problems, ...baseUrl.problems]
    if (apiKey === '') problems.unshift('MASSIVE_API_KEY is not set; the provider massive needs an API key')
    if (problems.length > 0 || calls.value === null) return { ok: false, problems }
    const perMinute = calls.value
    return {
      ok: true,
      value: {
        name: NAME,
        limit: {
          burst: Math.max(Math.min(5, perMinute), Math.floor(perMinute / 10)),
          perSecond: perMinute / SECONDS_PER_MINUTE,
        },
        keyId: createHash('sha256').update(apiKey).digest('hex').slice(0, 12),
        open: (deps) => openMassive({ apiKey, ...(baseUrl.value === null ? {} : { baseUrl: baseUrl.value }) }, deps),
      },
    }
  },
}
