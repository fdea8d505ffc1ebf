import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

const CENSOR = '[redacted]'
/** Number of levels of a log line's fields that are searched for secrets. */
const NESTED_LEVELS = 2
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

/**
 * Creates a logger that writes one line of JSON per event, with the event's name as `noun.verb`. Secrets are redacted
 * in every object.
 */
export function createLogger(options: { service: string; level: string; stream?: DestinationStream }): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactNestedSecrets },
      serializers: { err: serializeError },
      redact: { paths: secretKeys.map((key) => `["${key}"]`), censor: CENSOR },
    },
    // Synchronous, because a process that is killed would lose buffered lines, and a worker thread costs more than the
    // write.
    options.stream ?? pino.destination({ fd: 1, sync: true }),
  )
}

/**
 * Redacts nested secrets, which pino's plain paths cannot reach. Pino's wildcards could, but they visit every field of
 * every line, which takes a third of the time of a short request (docs/performance.md). Most lines contain no object
 * and are returned unchanged.
 */
function redactNestedSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  if (!Object.keys(fields).some((key) => isNested(key, fields[key]))) return fields
  return mapValues(fields, (key, value) => (isNested(key, value) ? redactSecrets(value, NESTED_LEVELS) : value))
}

/** False for errors, because their serializer already selects the logged fields. */
function isNested(key: string, value: unknown): value is object {
  return typeof value === 'object' && value !== null && key !== 'err'
}

function redactSecrets(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null || 'toJSON' in value || levels === 0) return value
  if (Array.isArray(value)) return value.map((entry) => redactSecrets(entry, levels - 1))
  return mapValues(value, (key, inner) => (secretKeys.includes(key) ? CENSOR : redactSecrets(inner, levels - 1)))
}

function mapValues(fields: object, map: (key: string, value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, map(key, value)]))
}

/** Redacts passwords in connection strings, which driver errors may contain. */
export function redactUrls(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]+@/gi, '$1[redacted]@')
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
