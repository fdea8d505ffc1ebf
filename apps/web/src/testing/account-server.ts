import type { SignedInSession, Success } from '@callwright/contracts'
import { type FakeNetwork, refuse, reply } from './fake-network.ts'
import { createHealthyNetwork } from './render-app.tsx'

export const FIREFOX_ON_WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'

export function buildSession(changes: Partial<SignedInSession> = {}): SignedInSession {
  return {
    id: 'session-1',
    current: true,
    user_agent: FIREFOX_ON_WINDOWS,
    created_at: '2026-07-08T09:00:00Z',
    last_used_at: '2026-07-10T20:05:00Z',
    expires_at: '2026-08-09T20:05:00Z',
    ...changes,
  }
}

export type SecondFactorWire = Success<'auth.secondFactor'>

export const buildSecondFactor = (changes: Partial<SecondFactorWire> = {}): SecondFactorWire => ({
  ...{ status: 'success', confirmed_at: null, passkeys: [], recovery_codes_left: 0 },
  passkey_origin: window.location.origin,
  ...changes,
})

export const defaultWeights = {
  liquidity_volume: 6,
  liquidity_spread: 4,
  iv_rank: 15,
  technical: 10,
  quality: 15,
  income: 10,
}

/** A fake server that stores an account's sessions and rating weights. */
export function createAccountNetwork(start: readonly SignedInSession[] = [buildSession()]): FakeNetwork {
  const network = createHealthyNetwork()
  let sessions = [...start]
  network.answer('auth.listSessions', () => reply('auth.listSessions', { status: 'success', sessions }))
  network.answer('auth.activity', () => reply('auth.activity', { status: 'success', events: [] }))
  network.answer('auth.secondFactor', () => reply('auth.secondFactor', buildSecondFactor()))
  network.answer('auth.oidcLinks', () => reply('auth.oidcLinks', { status: 'success', links: [], has_password: true }))
  network.answer('auth.revokeSessions', ({ query }) => {
    const id = query.get('id')
    const left = sessions.filter((session) => session.current || (id !== null && session.id !== id))
    const ended = sessions.length - left.length
    sessions = left
    return ended === 0
      ? refuse(404, 'There is no such session.')
      : reply('auth.revokeSessions', { status: 'success', sessions_ended: ended })
  })
  network.answer('screener.getWeights', () =>
    reply('screener.getWeights', { status: 'success', weights: defaultWeights, custom: false }),
  )
  return network
}
