import { readUrl } from '../../settings.ts'
import type { ProviderDefinition } from '../provider-definition.ts'
import { openSec } from './open-sec.ts'
import { findUserAgentProblem, NAME } from './sec-client.ts'

/** The SEC allows 10 calls per second from one address, and all replicas behind an address share that limit. */
const CALLS_PER_SECOND = 8

export const sec: ProviderDefinition = {
  name: NAME,
  capabilities: ['fundamentals', 'search', 'reference'],
  lastFor: ['search', 'reference'],
  variables: ['SEC_USER_AGENT', 'SEC_FILES_URL', 'SEC_DATA_URL'],
  keyless: true,
  offer: {
    title: 'SEC EDGAR',
    summary: 'net margin and debt from company filings',
    isFree: true,
    origin: 'The SEC is free and asks every program to send its user’s name and e-mail address.',
    settings: [{ variable: 'SEC_USER_AGENT', label: 'Your name and e-mail address', isSecret: false }],
    consent: null,
  },
  readSettings(env) {
    const userAgent = env.SEC_USER_AGENT?.trim() ?? ''
    const problem = findUserAgentProblem('SEC_USER_AGENT', userAgent)
    const filesUrl = readUrl(env, 'SEC_FILES_URL')
    const dataUrl = readUrl(env, 'SEC_DATA_URL')
    const problems = [...(problem === null ? [] : [problem]), ...filesUrl.problems, ...dataUrl.problems]
    if (problems.length > 0) return { ok: false, problems }
    const urls = {
      ...(filesUrl.value === null ? {} : { filesUrl: filesUrl.value }),
      ...(dataUrl.value === null ? {} : { dataUrl: dataUrl.value }),
    }
    return {
      ok: true,
      value: {
        name: NAME,
        limit: { burst: CALLS_PER_SECOND, perSecond: CALLS_PER_SECOND },
        keyId: 'public',
        open: (deps) => openSec({ userAgent, ...urls }, deps),
      },
    }
  },
}
