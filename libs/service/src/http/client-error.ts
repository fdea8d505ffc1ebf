import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { AppError, toProblem } from '../errors.ts'

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
    'x-content-type-options: nosniff',
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
