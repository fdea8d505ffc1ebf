import { readUrl } from '../../settings.ts'
import type { ProviderDefinition } from '../provider-definition.ts'
import { NAME, openTreasury } from './open-treasury.ts'

export const treasury: ProviderDefinition = {
  name: NAME,
  capabilities: ['rates'],
  variables: ['TREASURY_BASE_URL'],
  keyless: true,
  offer: {
    title: 'US Treasury',
    summary: 'interest rates',
    isFree: true,
    origin: null,
    settings: [],
    consent: null,
  },
  readSettings(env) {
    const { value: baseUrl, problems } = readUrl(env, 'TREASURY_BASE_URL')
    if (problems.length > 0) return { ok: false, problems }
    return {
      ok: true,
      value: {
        name: NAME,
        limit: { burst: 4, perSecond: 1 },
        keyId: 'public',
        open: (deps) => openTreasury(baseUrl === null ? {} : { baseUrl }, deps),
      },
    }
  },
}
