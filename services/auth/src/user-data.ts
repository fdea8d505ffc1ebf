import type { AccountExport } from '@callwright/contracts'
import { createIdentitySigner, createServiceClient, type Runtime } from '@callwright/service'
import type { Config } from './config.ts'
import { exportIncomplete } from './errors.ts'

export const dataOwnerNames = ['portfolio', 'screener', 'coach'] as const
export type DataOwnerName = (typeof dataOwnerNames)[number]

export type UserData = Pick<AccountExport, DataOwnerName>

export interface UserDataClient {
  erase(keeper: DataOwnerName, accountId: string): Promise<void>
  /** Reads all data that other services store about an account. Throws a 503 if one of them is unavailable. */
  read(accountId: string, requestId: string): Promise<UserData>
  seedDemo(accountId: string, requestId: string): Promise<void>
}

/** Shorter than the gateway's timeout, because a demo without positions is better than none. */
const SEED_TIMEOUT_MS = 2_500

export function openUserDataClient(runtime: Runtime, config: Config): UserDataClient {
  const sign = createIdentitySigner(config, 'auth')
  const openPortfolio = () => createServiceClient(runtime, { owner: 'portfolio', addresses: config.portfolio, sign })
  const portfolio = openPortfolio()
  // Examples have their own circuit breaker: they fail without market data, and that must not block exports.
  const examples = openPortfolio()
  const screener = createServiceClient(runtime, { owner: 'screener', addresses: config.screener, sign })
  const coach = createServiceClient(runtime, { owner: 'coach', addresses: config.coach, sign })
  const erasers: Readonly<
    Record<DataOwnerName, (call: { readonly params: { readonly id: string } }) => Promise<unknown>>
  > = {
    portfolio: (call) => portfolio.call('portfolio.erase', call),
    screener: (call) => screener.call('screener.erase', call),
    coach: (call) => coach.call('coach.erase', call),
  }
  const part = <T>(keeper: DataOwnerName, request: Promise<T>): Promise<T> =>
    request.catch((error: unknown) => {
      throw exportIncomplete(keeper, error)
    })

  return {
    async erase(keeper, id) {
      await erasers[keeper]({ params: { id } })
    },
    async read(id, requestId) {
      const call = { params: { id }, requestId }
      const [{ history }, ofScreener, ofCoach] = await Promise.all([
        part('portfolio', portfolio.call('portfolio.exportUser', call)),
        part('screener', screener.call('screener.exportUser', call)),
        part('coach', coach.call('coach.exportUser', call)),
      ])
      return { portfolio: history, screener: ofScreener.kept, coach: ofCoach.kept }
    },
    async seedDemo(id, requestId) {
      await examples.call('portfolio.seedDemo', { params: { id }, requestId, timeoutMs: SEED_TIMEOUT_MS })
    },
  }
}
