import {
  type Body,
  type EndpointId,
  type EndpointRow,
  endpointTable,
  getSchemas,
  getSuccessStatus,
  listEndpoints,
  type Owner,
  type Params,
  type Query,
  type Success,
} from '@callwright/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import { forbidden, unauthenticated } from '../errors.ts'
import { IDENTITY_HEADER, type Identity, type IdentityVerifier } from '../identity.ts'

type OwnedBy<O extends Owner> = {
  [Id in EndpointId]: (typeof endpointTable)[Id]['owner'] extends O ? Id : never
}[EndpointId]

export interface Call<Id extends EndpointId> {
  readonly params: Params<Id>
  readonly query: Query<Id>
  readonly body: Body<Id>
  readonly identity: Identity
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
/** Returns the response body, or `reply` if it has already sent the response. */
export type Handler<Id extends EndpointId> = (call: Call<Id>) => Promise<Success<Id> | FastifyReply> | Success<Id>
/** A service's handlers. A missing or unknown endpoint does not compile. */
export type Handlers<O extends Owner> = { readonly [Id in OwnedBy<O>]: Handler<Id> }

export interface EndpointOptions {
  readonly verifyIdentity: IdentityVerifier
  /** Whether to validate every response against its contract; true in the test profile. */
  readonly checkResponses?: boolean
}

/** Registers all endpoints that belong to `owner`, with their schemas, access rules and handlers. */
export function registerEndpoints<O extends Owner>(
  app: FastifyInstance,
  owner: O,
  handlers: Handlers<O>,
  options: EndpointOptions,
): void {
  app.decorateRequest('identity')
  for (const id of listEndpoints(owner)) {
    const handler = (handlers as Partial<Record<string, unknown>>)[id] as Handler<EndpointId> | undefined
    if (handler === undefined) throw new Error(`${owner} has no handler for ${id}`)
    registerEndpoint(app, id, handler, options)
  }
}

function registerEndpoint(
  app: FastifyInstance,
  id: EndpointId,
  handler: Handler<EndpointId>,
  options: EndpointOptions,
): void {
  const { method, path, maxBodyBytes }: EndpointRow = endpointTable[id]
  const schemas = getSchemas(id)
  const successStatus = getSuccessStatus(id)
  const successSchema = schemas.responses[successStatus]
  const checkResponse = options.checkResponses && successSchema && successStatus !== 204 ? Compile(successSchema) : null

  app.route({
    method,
    url: path,
    ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
    schema: {
      ...(schemas.params ? { params: schemas.params } : {}),
      ...(schemas.query ? { querystring: schemas.query } : {}),
      ...(schemas.body ? { body: schemas.body } : {}),
      response: schemas.responses,
    },
    onRequest: (request, _reply, done) => {
      request.identity = options.verifyIdentity(readHeader(request, IDENTITY_HEADER))
      requireAccess(id, request.identity)
      done()
    },
    handler: async (request, reply) => {
      const answer = await handler({
        params: request.params,
        query: request.query,
        body: request.body,
        identity: request.identity,
        request,
        reply,
      } as Call<EndpointId>)
      if (reply.sent) return reply
      if (checkResponse && !checkResponse.Check(answer)) {
        throw new Error(
          `${id} returned a response that violates its contract: ${describeFirst(checkResponse.Errors(answer))}`,
        )
      }
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      return successStatus === 204 ? reply.code(204).send() : reply.code(successStatus).send(answer)
    },
  })
}

function describeFirst(errors: readonly { instancePath: string; message: string }[]): string {
  const first = errors[0]
  return first ? `${first.instancePath || '/'} ${first.message}` : 'unknown mismatch'
}

function requireAccess(id: EndpointId, identity: Identity): void {
  const { access } = endpointTable[id]
  if (access === 'user' && identity.kind !== 'user') {
    throw unauthenticated('sign_in_required', 'Please sign in.')
  }
  if (access === 'service' && identity.kind !== 'service') {
    throw forbidden('service_only', 'This endpoint is for internal use only.')
  }
}

/** Returns the signed-in user who made the call. For `user` endpoints only. */
export function getUser(identity: Identity): Extract<Identity, { kind: 'user' }> {
  if (identity.kind !== 'user') throw unauthenticated('sign_in_required', 'Please sign in.')
  return identity
}

/** Like `getUser`, but rejects demo accounts with `refusal` as the error message (D49). */
export function getPersistentUser(identity: Identity, refusal: string): ReturnType<typeof getUser> {
  const user = getUser(identity)
  if (user.isDemo) throw forbidden('demo_account', refusal)
  return user
}

export function requireAuthService({ caller }: Identity): void {
  if (caller !== 'auth') throw forbidden('accounts_only', 'Only the auth service may do this.')
}

export function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity
  }
}
