import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

const secretKeys = [
  'password',
  'token',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
  'authorization',
  'cookie',
  'set-cookie',
  'secret',
  'apiKey',
  'email',
  'identity',
]

/** One JSON line per event; `noun.verb` messages; secrets are cut out whichever object carries them. */
export function createLogger(options: { service: string; level: string; stream?: DestinationStream }): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      redact: {
        paths: [
          ...secretKeys.map((key) => `["${key}"]`),
          ...secretKeys.map((key) => `*["${key}"]`),
          ...secretKeys.map((key) => `*.*["${key}"]`),
        ],
        censor: '[redacted]',
      },
    },
    options.stream ?? pino.destination({ fd: 1, sync: false }),
  )
}

/** Connection strings carry passwords; errors from drivers sometimes carry connection strings. */
export function redactUrls(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1[redacted]@')
}

function serializeError(error: unknown): Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return { message: redactUrls(String(error)) }
  const { name, message, stack, code, cause } = error as Record<string, unknown>
  return {
    name: String(name ?? 'Error'),
    message: redactUrls(String(message ?? '')),
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack: redactUrls(String(stack)) }),
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  }
}
