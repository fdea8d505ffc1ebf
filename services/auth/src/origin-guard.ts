import { endpointIds, endpointTable } from '@callwright/contracts'
import { crossSite, PUBLIC_HOST_HEADER, readHeader } from '@callwright/service'
import type { FastifyInstance } from 'fastify'

export interface OriginClaims {
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
  /** Host header of the browser's request, as reported by the gateway. */
  readonly publicHost: string | undefined
}

/**
 * Whether a request comes from our own site (S16). Browsers send these headers with every request that changes data;
 * other clients send neither these headers nor cookies.
 */
export function isOwnSite({ origin, fetchSite, publicHost }: OriginClaims): boolean {
  const siteIsOurs = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none'
  return siteIsOurs && (origin === undefined || isHost(origin, publicHost))
}

function isHost(origin: string, publicHost: string | undefined): boolean {
  if (publicHost === undefined || !URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  const ours = `${protocol}//${publicHost}`
  return (protocol === 'https:' || protocol === 'http:') && URL.canParse(ours) && new URL(ours).host === host
}

/** Guards every route that changes data, after its identity is verified and before its body is read. */
export function guardOrigin(app: FastifyInstance): void {
  const guarded = new Set(
    endpointIds
      .map((id) => endpointTable[id])
      .filter(({ owner, method }) => owner === 'auth' && method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`),
  )
  app.addHook('preParsing', async (request) => {
    if (!guarded.has(`${request.method} ${request.routeOptions.url}`)) return
    const claims = {
      origin: readHeader(request, 'origin'),
      fetchSite: readHeader(request, 'sec-fetch-site'),
      publicHost: readHeader(request, PUBLIC_HOST_HEADER),
    }
    if (!isOwnSite(claims)) throw crossSite()
  })
}
