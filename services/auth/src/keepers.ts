import type { AccountExport } from '@callwright/contracts'
import { createIdentitySigner, createServiceClient, type Runtime } from '@callwright/service'
import type { Config } from './config.ts'
import { exportIncomplete } from './errors.ts'

/** The services that keep something of a user. */
export const keeperNames = ['portfolio', 'screener', 'coach'] as const
export type KeeperName = (typeof keeperNames)[number]

export type Kept = Pick<AccountExport, KeeperName>

export interface Keepers {
  erase(keeper: KeeperName, accountId: string): Promise<void>
  /** What each keeps of an account; 503 where one of them cannot say. */
  read(accountId: string, requestId: string): Promise<Kept>
  seedDemo(accountId: string, requestId: string): Promise<void>
}

/** Below the gateway's deadline: a demo opens without its positions rather than not at all. */
const SEED_TIMEOUT_MS = 2_500

export function openKeepers(runtime: Runtime, config: Config): Keepers {
  const sign = createIdentitySigner(config, 'auth')
  const openPortfolio = () => createServiceClient(runtime, { owner: 'portfolio', baseUrl: config.portfolioUrl, sign })
  const portfolio = openPortfolio()
  // A breaker of its own: examples fail with the market, which is no reason to refuse an export.
  const examples = openPortfolio()
  const screener = createServiceClient(runtime, { owner: 'screener', baseUrl: config.screenerUrl, sign })
  const coach = createServiceClient(runtime, { owner: 'coach', baseUrl: config.coachUrl, sign })
  const erasers: Readonly<
    Record<KeeperName, (call: { readonly params: { readonly id: string } }) => Promise<unknown>>
  > = {
    portfolio: (call) => portfolio.call('portfolio.erase', call),
    screener: (call) => screener.call('screener.erase', call),
    coach: (call) => coach.call('coach.erase', call),
  }
  const part = <T>(keeper: KeeperName, asked: Promise<T>): Promise<T> =>
    asked.catch((error: unknown) => {
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
