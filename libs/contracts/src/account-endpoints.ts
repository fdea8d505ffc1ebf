import type { EndpointRow } from './public-endpoints.ts'

const user = { owner: 'auth', access: 'user' } as const

const visitor = { owner: 'auth', access: 'public' } as const

/** Endpoints of lost passwords, the second factor and sign-in with a provider, as plain data. The web loads them later. */
export const accountEndpoints = {
  'auth.resetMeans': { method: 'GET', path: '/api/auth/password/reset', ...visitor },
  'auth.requestReset': { method: 'POST', path: '/api/auth/password/reset', ...visitor },
  'auth.completeReset': { method: 'POST', path: '/api/auth/password/reset/complete', ...visitor },
  'auth.secondFactor': { method: 'GET', path: '/api/auth/second-factor', ...user },
  'auth.beginSecondFactor': { method: 'POST', path: '/api/auth/second-factor', ...user },
  'auth.removeSecondFactor': { method: 'DELETE', path: '/api/auth/second-factor', ...user },
  'auth.confirmSecondFactor': { method: 'POST', path: '/api/auth/second-factor/confirm', ...user },
  'auth.passkeyChallenge': { method: 'POST', path: '/api/auth/passkeys/challenge', ...visitor },
  'auth.beginPasskey': { method: 'POST', path: '/api/auth/passkeys/options', ...user },
  'auth.addPasskey': { method: 'POST', path: '/api/auth/passkeys', ...user },
  'auth.renamePasskey': { method: 'PUT', path: '/api/auth/passkeys/:id', ...user },
  'auth.removePasskey': { method: 'DELETE', path: '/api/auth/passkeys/:id', ...user },
  'auth.oidc': { method: 'GET', path: '/api/auth/oidc', ...visitor },
  'auth.oidcStart': { method: 'POST', path: '/api/auth/oidc', ...visitor, deadlineMs: 20_000 },
  'auth.oidcSignIn': { method: 'POST', path: '/api/auth/oidc/sign-in', ...visitor, deadlineMs: 20_000 },
  'auth.oidcLinks': { method: 'GET', path: '/api/auth/oidc/links', ...user },
  'auth.removeOidcLinks': { method: 'DELETE', path: '/api/auth/oidc/links', ...user },
  'auth.oidcChallenge': { method: 'POST', path: '/api/auth/oidc/challenge', ...visitor },
} as const satisfies Record<string, EndpointRow>
