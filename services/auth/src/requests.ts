import { endpointIds, endpointTable, getSchemas } from '@callwright/contracts'
import { CLIENT_ADDRESS_HEADER, crossSite, PUBLIC_HOST_HEADER, readHeader } from '@callwright/service'
import formbody from '@fastify/formbody'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Account } from './accounts/store.ts'
import { filesRefused, unreadableForm } from './errors.ts'
import type { DeviceCookie } from './sessions/devices.ts'

/** The client that sent a request, as reported by the gateway. */
export interface Client {
  readonly address: string
  readonly userAgent: string | null
  readonly requestId: string
}

const USER_AGENT_MAX = 200

/** Reads the client from the gateway's headers, which can be trusted only after the identity is verified. */
export function readClient(request: FastifyRequest): Client {
  return {
    address: readHeader(request, CLIENT_ADDRESS_HEADER) ?? 'unknown',
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null,
    requestId: request.id,
  }
}

/** The client of a password check. */
export interface SigningClient extends Client {
  /** Id of this browser as a known device of an account, or null. */
  readonly findDevice: (account: Pick<Account, 'id' | 'passwordHash'>) => string | null
}

export const readSigningClient = (request: FastifyRequest, device: Pick<DeviceCookie, 'find'>): SigningClient => ({
  ...readClient(request),
  findDevice: (account) => device.find(request, account),
})

const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i
/** Paths whose contract allows forms. On any other, the text of a form would be read as the name of a field. */
const formPaths: ReadonlySet<string> = new Set(
  endpointIds.filter((id) => getSchemas(id).bodyTypes !== undefined).map((id) => endpointTable[id].path),
)

/** Adds parsers for urlencoded and multipart forms to Fastify's JSON parser, all with the same body limit (D31). */
export async function installBodyParsers(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser('text/plain')
  await app.register(formbody)
  app.addHook('preParsing', async ({ headers: { 'content-type': type = '' }, routeOptions }) => {
    if (formTypes.test(type) && !formPaths.has(routeOptions.url ?? '')) {
      throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type)
    }
  })
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer): Promise<unknown> =>
      parseMultipart(body, request.headers['content-type'] ?? ''),
  )
}

/**
 * Parses the fields of a multipart form. A repeated field becomes a list, as in urlencoded forms, so that the schema
 * rejects it.
 */
export async function parseMultipart(body: Buffer, contentType: string): Promise<Record<string, string | string[]>> {
  const form = await readForm(body, contentType)
  const fields = new Map<string, string | string[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw filesRefused()
    const earlier = fields.get(name)
    fields.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return Object.fromEntries(fields)
}

async function readForm(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch (error) {
    throw unreadableForm(error)
  }
}

interface OriginClaims {
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
