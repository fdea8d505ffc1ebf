import { createIdentityVerifier, IDENTITY_HEADER, schemaController } from '@callwright/service'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { type KeeperName, type Kept, keeperNames } from '../src/keepers.ts'

type VerifierConfig = Parameters<typeof createIdentityVerifier>[0]

export interface Asked {
  readonly keeper: KeeperName
  readonly what: 'erase' | 'export' | 'seed'
  readonly accountId: string
}

/** How a keeper answers: as it should, not at all until it is told otherwise, with a failure, or so for want of a market. */
type Mode = 'up' | 'down' | 'silent' | 'no_market'

/** Portfolio, screener and coach as auth sees them: who asks for what, and what they say. One server is all three. */
export async function startFakeKeepers() {
  const asked: Asked[] = []
  const kept = new Map<string, Kept>()
  const modes: Record<KeeperName, Mode> = { portfolio: 'up', screener: 'up', coach: 'up' }
  const held: (() => void)[] = []
  let config: VerifierConfig | null = null
  const app = Fastify({ schemaController, forceCloseConnections: true })

  async function answer(what: Asked['what'], keeper: KeeperName, request: FastifyRequest, reply: FastifyReply) {
    const { id: accountId } = request.params as { id: string }
    if (config === null) throw new Error('The keepers do not know whom to believe')
    const identity = createIdentityVerifier(config, keeper, ['auth'])(String(request.headers[IDENTITY_HEADER]))
    if (identity.kind !== 'service') throw new Error('auth must speak for itself')
    if (modes[keeper] === 'silent') await new Promise<void>((resolve) => held.push(resolve))
    if (modes[keeper] === 'no_market' && what === 'seed') return reply.code(503).send({ detail: 'no market' })
    if (modes[keeper] === 'down') return reply.code(503).send({ detail: 'away' })
    asked.push({ keeper, what, accountId })
    const of = kept.get(accountId) ?? nothingKept()
    if (what === 'seed') return { status: 'success', positions: 5 }
    if (what === 'export') {
      return { status: 'success', ...(keeper === 'portfolio' ? { history: of.portfolio } : { kept: of[keeper] }) }
    }
    kept.set(accountId, { ...of, [keeper]: nothingKept()[keeper] })
    return { status: 'success', ...(keeper === 'portfolio' ? { positions: 0, events: 0 } : {}) }
  }

  for (const keeper of keeperNames) {
    app.delete(`/internal/${keeper}/users/:id`, (request, reply) => answer('erase', keeper, request, reply))
    app.get(`/internal/${keeper}/users/:id`, (request, reply) => answer('export', keeper, request, reply))
  }
  app.post('/internal/portfolio/users/:id/demo-positions', (request, reply) =>
    answer('seed', 'portfolio', request, reply),
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  return {
    url,
    asked,
    /** Keeps something of an account. */
    keep: (accountId: string, something: Kept) => void kept.set(accountId, something),
    listOf: (accountId: string) =>
      asked.filter((one) => one.accountId === accountId).map(({ keeper, what }) => `${what} ${keeper}`),
    believe(next: VerifierConfig) {
      config = next
    },
    set(keeper: KeeperName, mode: Mode) {
      modes[keeper] = mode
      for (const release of held.splice(0)) release()
    },
    close: () => app.close(),
  }
}

export type FakeKeepers = Awaited<ReturnType<typeof startFakeKeepers>>

export function nothingKept(): Kept {
  return { portfolio: { positions: [], events: [] }, screener: { weights: null, screens: [] }, coach: { messages: [] } }
}
