import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { REQUEST_ID_HEADER } from '../identity.ts'
import { readPort } from '../runtime/read-port.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { sendClientError } from './client-error.ts'
import { installErrorHandling, sendProblem, toAppError } from './error-handling.ts'
import { createQueryReader, type ParsedQuery } from './read-query.ts'
import { installRequestLog } from './request-log.ts'
import { schemaController } from './validation.ts'

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
  installRequestLog(app, runtime, options.nameRoute)
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
