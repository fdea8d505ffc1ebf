import type { EndpointRow } from './public-endpoints.ts'

const user = { owner: 'auth', access: 'user' } as const

/** Endpoints of the second factor, as plain data. */
export const secondFactorEndpoints = {
  'auth.secondFactor': { method: 'GET', path: '/api/auth/second-factor', ...user },
  'auth.beginSecondFactor': { method: 'POST', path: '/api/auth/second-factor', ...user },
  'auth.removeSecondFactor': { method: 'DELETE', path: '/api/auth/second-factor', ...user },
  'auth.confirmSecondFactor': { method: 'POST', path: '/api/auth/second-factor/confirm', ...user },
  'auth.passkeyChallenge': { method: 'POST', path: '/api/auth/passkeys/challenge', owner: 'auth', access: 'public' },
  'auth.beginPasskey': { method: 'POST', path: '/api/auth/passkeys/options', ...user },
  'auth.addPasskey': { method: 'POST', path: '/api/auth/passkeys', ...user },
  'auth.renamePasskey': { method: 'PUT', path: '/api/auth/passkeys/:id', ...user },
  'auth.removePasskey': { method: 'DELETE', path: '/api/auth/passkeys/:id', ...user },
} as const satisfies Record<string, EndpointRow>
