import { randomBytes, randomUUID } from 'node:crypto'
import { buildPath, type EndpointId, endpointTable, type Success } from '@callwright/contracts'
import { bearer } from '../support.ts'

/** Tokens expire after 15 minutes. */
const RENEW_AFTER_MS = 5 * 60_000
const JSON_HEADERS = { 'content-type': 'application/json' }

interface Session {
  readonly token: string
  readonly cookie: string
  readonly issuedMs: number
}

export type Account = Awaited<ReturnType<typeof openAccount>>

async function readSession(answer: Response): Promise<Session> {
  if (!answer.ok) throw new Error(`${answer.url} returned ${answer.status}: ${await answer.text()}`)
  const { access_token: token } = (await answer.json()) as Success<'auth.login'>
  return { token, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '', issuedMs: performance.now() }
}

/**
 * Registers an account with one row of every kind. Each row contains `canary`, which only this account may see. `ids` are
 * the identifiers of its rows.
 */
export async function openAccount(url: string, name: string) {
  const canary = `canary-${name}-${randomBytes(8).toString('hex')}`
  const credentials = { username: `generated-${name}`, password: randomBytes(12).toString('hex') }
  const post = (id: EndpointId, body: unknown, headers = {}) =>
    fetch(url + buildPath(id), { method: 'POST', headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) })
  const signIn = async () => readSession(await post('auth.login', credentials))
  let renewal: Promise<void> | null = null
  let session = await readSession(await post('auth.register', { ...credentials, email: `${canary}@example.invalid` }))

  async function send(id: EndpointId, { params = {}, body }: { params?: Record<string, string>; body?: unknown } = {}) {
    const answer = await fetch(url + buildPath(id, params), {
      method: endpointTable[id].method,
      headers: { ...bearer(session.token), ...(body === undefined ? {} : JSON_HEADERS) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${id} returned ${answer.status}: ${await answer.text()}`)
    return answer.text()
  }

  async function renewSession(): Promise<void> {
    const { cookie } = session
    session = await readSession(await fetch(url + buildPath('auth.refresh'), { method: 'POST', headers: { cookie } }))
  }

  const row = (kind: string) => `${name}-${kind}-${randomUUID().slice(0, 8)}`
  const ids = { position: row('position'), screen: row('screen'), list: row('list'), rule: row('rule') }
  const terms = {
    entry_date: '2026-06-26',
    expiry_date: '2026-07-24',
    strike_price: 420,
    entry_premium: 2.5,
    entry_price: 400,
  }
  await send('portfolio.add', { body: { id: ids.position, ticker: 'BRMZ', ...terms, notes: canary } })
  await send('screener.putScreen', { params: { id: ids.screen }, body: { name: canary, query: 'q=1' } })
  await send('screener.putWatchlist', { params: { id: ids.list }, body: { name: canary, symbols: ['BRMZ'] } })
  await send('portfolio.putAlertRule', {
    params: { id: ids.rule },
    body: { kind: 'delta', position_id: ids.position, limit: 0.5, enabled: false },
  })
  await send('portfolio.putAlertChannel', { params: { id: 'app' }, body: { kind: 'app', name: canary } })
  await send('coach.chat', { body: { message: `Tell me about ${canary}`, page: { path: '/portfolio' } } })

  return {
    name,
    canary,
    ids: Object.values(ids),
    username: credentials.username,
    /** Values that no response may contain. */
    secrets: () => [credentials.password, session.cookie.split('=')[1] ?? ''],
    token: () => session.token,
    /** Callers at the same time share one renewal. */
    async renew(): Promise<void> {
      if (performance.now() - session.issuedMs < RENEW_AFTER_MS) return
      renewal ??= renewSession().finally(() => {
        renewal = null
      })
      await renewal
    },
    /** The token of a session that has ended. */
    async openRevoked(): Promise<string> {
      const { token } = await signIn()
      await fetch(url + buildPath('auth.logout'), { method: 'POST', headers: bearer(token) })
      return token
    },
    /** All rows of the account, without its log of sign-ins and the times of its sessions. */
    async readRows(): Promise<string> {
      const { account, portfolio, screener, coach } = JSON.parse(await send('auth.export')) as Success<'auth.export'>
      return JSON.stringify({ account, portfolio, screener, coach })
    },
  }
}
