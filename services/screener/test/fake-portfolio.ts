import { endpointTable, type Success } from '@callwright/contracts'
import {
  AppError,
  buildHttpApp,
  createIdentityVerifier,
  createRuntime,
  getUser,
  IDENTITY_HEADER,
  listen,
} from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'

type Holdings = Success<'portfolio.holdings'>['holdings']

/** One holding with only the figures that the screener reads. */
export const holding = (ticker: string, shares: number, adjustedCost: number | null, account = 'main') => ({
  ...{ ticker, account, shares, adjusted_cost: adjustedCost },
})

/** Fakes the portfolio's endpoints that the screener uses, over HTTP, with signed identities. */
export async function startFakePortfolio(dataDir: string) {
  const runtime = createRuntime(buildTestConfig({ dataDir, logLevel: 'silent' }), 'portfolio')
  const app = buildHttpApp(runtime)
  const verify = createIdentityVerifier(buildTestConfig({ dataDir }), 'portfolio', ['screener'])
  const byUser = new Map<string, readonly ReturnType<typeof holding>[]>()
  let isDown = false
  app.addHook('onRequest', async () => {
    if (isDown) throw new AppError(503, 'database_unavailable', 'The database is not available right now.')
  })
  app.get(endpointTable['portfolio.holdings'].path, async ({ headers }) => {
    const { userId } = getUser(verify(String(headers[IDENTITY_HEADER])))
    return { status: 'success', holdings: (byUser.get(userId) ?? []) as unknown as Holdings }
  })
  app.get(endpointTable['portfolio.heldSymbols'].path, async ({ headers }) => {
    verify(String(headers[IDENTITY_HEADER]))
    return { status: 'success', symbols: [...byUser.values()].flat().map(({ ticker }) => ticker) }
  })
  const port = await listen(app, runtime)
  return {
    url: `http://127.0.0.1:${port}`,
    hold: (userId: string, holdings: readonly ReturnType<typeof holding>[]) => void byUser.set(userId, holdings),
    setDown: (down: boolean) => {
      isDown = down
    },
    close: () => runtime.close(),
  }
}
