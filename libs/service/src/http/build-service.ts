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
import { answerClientError } from './client-error.ts'
import { installErrorHandling, sendProblem, toAppError } from './error-handling.ts'
import { type AddressQuery, createQueryReader } from './read-query.ts'
import { installRequestLog } from './request-log.ts'
import { schemaController } from './validation.ts'

export interface ServiceOptions {
  readonly bodyLimit?: number
  readonly trustProxy?: FastifyServerOptions['trustProxy']
  /** Whether a caller may name the request; the public door names its requests itself. */
  readonly acceptRequestId?: boolean
  /** Reads the query of an address; the usual way where nothing is given. */
  readonly readQuery?: (text: string) => AddressQuery
  readonly rewriteUrl?: NonNullable<FastifyServerOptions['rewriteUrl']>
  /** Answers what no route matches; a 404 problem where nothing is given. */
  readonly onNotFound?: (request: FastifyRequest, reply: FastifyReply) => unknown
  /** Names the route of a request in logs and metrics where its own pattern says too little. */
  readonly nameRoute?: (request: FastifyRequest) => string | null
}

const BODY_LIMIT_BYTES = 256 * 1_024
/** A slow client is cut within 15 s, the second or so between two looks included. */
const REQUEST_TIMEOUT_MS = 13_000
const UUID_PATTERN = /^[0-9a-f-]{36}$/

/**
 * The Fastify instance of one process, with the defaults that matter set right: strict validation without coercion of
 * bodies (T4), deadlines, problem+json errors, request ids, one log line a request, and a stop that loses nothing.
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
    clientErrorHandler: answerClientError,
    http: { maxHeaderSize: 16 * 1_024, headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    // A log line names its request by a field; a logger for each request would cost as much as the line.
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

/** Listens on the configured port; returns the port in use. */
export async function listen(app: FastifyInstance, runtime: Runtime): Promise<number> {
  await app.listen({ host: runtime.config.host, port: runtime.config.port })
  const port = readPort(app, runtime.config.port)
  runtime.log.info({ port }, 'service.listening')
  return port
}

/** Keep-alive connections outlive their answer; closing them with it lets in-flight requests finish and no more begin. */
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
