import { createIdentityVerifier, IDENTITY_HEADER, schemaController } from '@callwright/service'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { type DataOwnerName, dataOwnerNames, type UserData } from '../src/user-data.ts'

type VerifierConfig = Parameters<typeof createIdentityVerifier>[0]

export interface ReceivedCall {
  readonly keeper: DataOwnerName
  readonly what: 'erase' | 'export' | 'seed'
  readonly accountId: string
}

/**
 * Behavior of a fake service. `silent` does not respond until the mode changes, and `no_market` fails only requests
 * that need market data.
 */
type Mode = 'up' | 'down' | 'silent' | 'no_market'

/** Fakes the portfolio, screener and coach services in one server that records its calls. */
export async function startFakeUserData() {
  const received: ReceivedCall[] = []
  const kept = new Map<string, UserData>()
  const modes: Record<DataOwnerName, Mode> = { portfolio: 'up', screener: 'up', coach: 'up' }
  const held: (() => void)[] = []
  let config: VerifierConfig | null = null
  const app = Fastify({ schemaController, forceCloseConnections: true })

  async function answer(
    what: ReceivedCall['what'],
    keeper: DataOwnerName,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const { id: accountId } = request.params as { id: string }
    if (config === null) throw new Error('The fake services have no verification keys')
    const identity = createIdentityVerifier(config, keeper, ['auth'])(String(request.headers[IDENTITY_HEADER]))
    if (identity.kind !== 'service') throw new Error('auth must call as a service')
    if (modes[keeper] === 'silent') await new Promise<void>((resolve) => held.push(resolve))
    if (modes[keeper] === 'no_market' && what === 'seed') return reply.code(503).send({ detail: 'no market' })
    if (modes[keeper] === 'down') return reply.code(503).send({ detail: 'away' })
    received.push({ keeper, what, accountId })
    const of = kept.get(accountId) ?? noUserData()
    if (what === 'seed') return { status: 'success', positions: 5 }
    if (what === 'export') {
      return { status: 'success', ...(keeper === 'portfolio' ? { history: of.portfolio } : { kept: of[keeper] }) }
    }
    kept.set(accountId, { ...of, [keeper]: noUserData()[keeper] })
    return { status: 'success', ...(keeper === 'portfolio' ? { positions: 0, events: 0 } : {}) }
  }

  for (const keeper of dataOwnerNames) {
    app.delete(`/internal/${keeper}/users/:id`, (request, reply) => answer('erase', keeper, request, reply))
    app.get(`/internal/${keeper}/users/:id`, (request, reply) => answer('export', keeper, request, reply))
  }
  app.post('/internal/portfolio/users/:id/demo-positions', (request, reply) =>
    answer('seed', 'portfolio', request, reply),
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  return {
    url,
    received,
    store: (accountId: string, something: UserData) => void kept.set(accountId, something),
    listOf: (accountId: string) =>
      received.filter((one) => one.accountId === accountId).map(({ keeper, what }) => `${what} ${keeper}`),
    trust(next: VerifierConfig) {
      config = next
    },
    set(keeper: DataOwnerName, mode: Mode) {
      modes[keeper] = mode
      for (const release of held.splice(0)) release()
    },
    close: () => app.close(),
  }
}

export type FakeUserData = Awaited<ReturnType<typeof startFakeUserData>>

export function noUserData(): UserData {
  return {
    portfolio: {
      positions: [],
      chains: [],
      events: [],
      import_maps: [],
      alerts: {
        ...{ rules: [], channels: [], messages: [], deliveries: [], has_calendar: false },
        settings: { time_zone: 'America/New_York', quiet_from: null, quiet_to: null, digest_at: null },
      },
    },
    screener: { weights: null, screens: [], lists: [] },
    coach: { messages: [] },
  }
}
