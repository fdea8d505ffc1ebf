import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { parse } from 'fast-querystring'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { AppError, notFound, toProblem } from '../errors.ts'
import { REQUEST_ID_HEADER } from '../identity.ts'
import { type Runtime, readPort } from '../runtime/runtime.ts'
import { collectFieldErrors, schemaController } from './validation.ts'

/** Responds to malformed requests (bad framing, oversized headers, slow clients) and closes the connection. */
export function sendClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(formatResponse(describe(error.code)))
  socket.destroy(error)
}

function describe(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError(408, 'request_timeout', 'The request did not arrive in time.')
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError(431, 'headers_too_large', 'The request headers are too large.')
  }
  return new AppError(400, 'bad_request', 'The request could not be read.')
}

function formatResponse(error: AppError): string {
  const problem = toProblem(error, randomUUID())
  const body = JSON.stringify(problem)
  return [
    `HTTP/1.1 ${error.status} ${problem.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    "content-security-policy: default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    'referrer-policy: no-referrer',
    'x-content-type-options: nosniff',
    'connection: close',
    '',
    body,
  ].join('\r\n')
}

/** Responds to every failure with problem+json and logs it once, at a level that depends on the status. */
export function installErrorHandling(
  app: FastifyInstance,
  runtime: Runtime,
  onNotFound: (request: FastifyRequest, reply: FastifyReply) => unknown = sendNotFound,
): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const appError = toAppError(error)
    const fields = { err: error, status: appError.status, code: appError.code, request_id: request.id }
    if (appError.status >= 500) {
      if (appError.status === 503 || appError.status === 504) runtime.log.warn(fields, 'request.failed')
      else runtime.log.error(fields, 'request.failed')
    }
    return sendProblem(appError, request, reply)
  })
  app.setNotFoundHandler(onNotFound)
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(notFound('not_found', 'Nothing was found at this URL.'), request, reply)
}

export function sendProblem(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.retryAfterSeconds !== null) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfterSeconds)))
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value)
  reply.problemCode = error.code
  return reply
    .code(error.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(toProblem(error, request.id))
}

/** Converts errors that Fastify raises; unknown ones become a 500 with a generic message. */
export function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  if (error.validation !== undefined) return toValidationError(error)
  const known = fastifyErrors[error.code]
  if (known !== undefined) return new AppError(known.status, known.code, known.detail, { cause: error })
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError(error.statusCode, 'bad_request', 'The request could not be read.', { cause: error })
  }
  return new AppError(500, 'internal', 'Something went wrong on our side. Please try again.', { cause: error })
}

const fastifyErrors: Readonly<Record<string, { status: number; code: string; detail: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: 'body_too_large', detail: 'The request body is too large.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'unsupported_media_type',
    detail: 'This content type is not supported.',
  },
  FST_ERR_BAD_URL: { status: 400, code: 'bad_path', detail: 'The request URL is not valid.' },
  FST_ERR_MAX_PARAM_LENGTH: { status: 400, code: 'bad_path', detail: 'The request URL is not valid.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, code: 'empty_body', detail: 'The request body is empty.' },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, code: 'invalid_json', detail: 'The request body is not valid JSON.' },
}

const places: Readonly<Record<string, string>> = {
  querystring: 'query',
  params: 'path',
  body: 'body',
  headers: 'header',
}

function toValidationError(error: FastifyError): AppError {
  const place = places[error.validationContext ?? ''] ?? 'request'
  const fields = collectFieldErrors(error.validation ?? [])
  const detail = fields.map(({ field, detail: sentence }) => `${field || place} ${sentence}`).join('; ')
  return new AppError(400, 'validation', `${detail || `The ${place} is not valid`}.`, { cause: error, fields })
}

declare module 'fastify' {
  interface FastifyReply {
    /** Code of the problem that this process sends. Null for other responses. */
    problemCode: string | null
  }
}

/**
 * Logs and measures each request once, under its route pattern rather than its raw path. The line of a failed request
 * has the code of its problem, and what `describeClient` knows about who sent it.
 */
export function installRequestLog(
  app: FastifyInstance,
  runtime: Runtime,
  { nameRoute = () => null, describeClient = () => ({}) }: Pick<ServiceOptions, 'nameRoute' | 'describeClient'> = {},
): void {
  app.decorateReply('problemCode', null)
  const routeOf = (request: FastifyRequest) => nameRoute(request) ?? request.routeOptions.url ?? 'unmatched'
  const countDown = () => runtime.metrics.httpActive.dec()
  app.addHook('onRequest', (_request, reply, done) => {
    runtime.metrics.httpActive.inc()
    // The onResponse hook does not run if the client disconnects early.
    reply.raw.once('close', countDown)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request)
    const seconds = reply.elapsedTime / 1_000
    runtime.metrics.httpDuration.observe({ method: request.method, route, status: String(reply.statusCode) }, seconds)
    runtime.log.info(
      {
        request_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(reply.statusCode >= 400 && { code: reply.problemCode, ...describeClient(request) }),
      },
      'request.completed',
    )
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    runtime.log.info({ request_id: request.id, route: routeOf(request) }, 'request.aborted')
    done()
  })
}

export type ParsedQuery = Readonly<Record<string, unknown>>

const MAX_CACHED_CHARACTERS = 256 * 1_024
const MAX_CACHED_QUERY_LENGTH = 1_000

/**
 * Parses query strings into text values. Results are cached, because the same few queries keep coming in, and frozen,
 * so that validation can skip a query that it has already accepted.
 */
export function createQueryReader(): (text: string) => ParsedQuery {
  const cached = new Map<string, ParsedQuery>()
  let characters = 0
  return (text) => {
    const known = cached.get(text)
    if (known !== undefined) return known
    const query = Object.freeze(parse(text))
    for (const value of Object.values(query)) Object.freeze(value)
    if (text.length > MAX_CACHED_QUERY_LENGTH) return query
    characters += text.length
    if (characters > MAX_CACHED_CHARACTERS) {
      cached.clear()
      characters = text.length
    }
    cached.set(text, query)
    return query
  }
}

export interface ServiceOptions {
  readonly bodyLimit?: number
  readonly trustProxy?: FastifyServerOptions['trustProxy']
  /** Whether to use the caller's request id. False for the gateway, which assigns its own. */
  readonly acceptRequestId?: boolean
  /** Parses query strings; `createQueryReader()` by default. */
  readonly readQuery?: (text: string) => ParsedQuery
  readonly rewriteUrl?: NonNullable<FastifyServerOptions['rewriteUrl']>
  /** Handles requests that match no route; sends a 404 problem by default. */
  readonly onNotFound?: (request: FastifyRequest, reply: FastifyReply) => unknown
  /** Names a request's route in logs and metrics if its route pattern is too general. */
  readonly nameRoute?: (request: FastifyRequest) => string | null
  /** Fields about the sender of a request, for the log lines of failed ones. */
  readonly describeClient?: (request: FastifyRequest) => Readonly<Record<string, string | null>>
}

const BODY_LIMIT_BYTES = 256 * 1_024
/** Slow clients are disconnected within 15 s: after this timeout and at most one check interval. */
const REQUEST_TIMEOUT_MS = 13_000
const UUID_PATTERN = /^[0-9a-f-]{36}$/

/**
 * Builds the Fastify instance for one process: strict validation without coercion of bodies (T4), timeouts,
 * problem+json errors, request ids, one log line per request, and a graceful shutdown.
 */
export function buildHttpApp(runtime: Runtime, options: ServiceOptions = {}): FastifyInstance {
  const { acceptRequestId = true } = options
  const app = Fastify({
    loggerInstance: runtime.log as FastifyBaseLogger,
    schemaController,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit ?? BODY_LIMIT_BYTES,
    trustProxy: options.trustProxy ?? false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 10_000,
    routerOptions: {
      maxParamLength: 100,
      querystringParser: options.readQuery ?? createQueryReader(),
    },
    ...(options.rewriteUrl ? { rewriteUrl: options.rewriteUrl } : {}),
    frameworkErrors: (error, request, reply) => sendProblem(toAppError(error), request, reply),
    clientErrorHandler: sendClientError,
    http: { maxHeaderSize: 16 * 1_024, headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    // The log lines already include the request id, and a child logger per request would cost as much as writing the
    // line.
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers[REQUEST_ID_HEADER]
      const isUsable = acceptRequestId && typeof given === 'string' && UUID_PATTERN.test(given)
      return isUsable ? given : randomUUID()
    },
  })
  installErrorHandling(app, runtime, options.onNotFound)
  installRequestLog(app, runtime, options)
  installGracefulClose(app)
  runtime.onClose('http', () => app.close(), 'front')
  return app
}

/** Listens on the configured port and returns the actual one. */
export async function listen(app: FastifyInstance, runtime: Runtime): Promise<number> {
  await app.listen({ host: runtime.config.host, port: runtime.config.port })
  const port = readPort(app, runtime.config.port)
  runtime.log.info({ port }, 'service.listening')
  return port
}

/**
 * Closes each keep-alive connection after its current response during shutdown, so that requests in flight finish and
 * no new ones start.
 */
function installGracefulClose(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}
