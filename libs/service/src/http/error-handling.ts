import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound, toProblem } from '../errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { collectFieldErrors } from './field-errors.ts'

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
