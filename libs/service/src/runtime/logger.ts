import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

const CENSOR = '[redacted]'
/** How far below a line's own fields a secret is looked for. */
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

/** One JSON line per event; `noun.verb` messages; secrets are cut out whichever object carries them. */
export function createLogger(options: { service: string; level: string; stream?: DestinationStream }): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: cutNestedSecrets },
      serializers: { err: serializeError },
      redact: { paths: secretKeys.map((key) => `["${key}"]`), censor: CENSOR },
    },
    // At once: a kill loses a line that waits, and to hand it to another thread costs more than to write it.
    options.stream ?? pino.destination({ fd: 1, sync: true }),
  )
}

/**
 * What the plain paths of the library do not reach. Its wildcards would, but they run over every field of every line, which
 * costs a third of a short request (docs/performance.md); most lines carry no object, and pass as they are.
 */
function cutNestedSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  if (!Object.keys(fields).some((key) => isNested(key, fields[key]))) return fields
  return mapValues(fields, (key, value) => (isNested(key, value) ? cutSecrets(value, NESTED_LEVELS) : value))
}

/** An error is left to its serializer, which names what it prints. */
function isNested(key: string, value: unknown): value is object {
  return typeof value === 'object' && value !== null && key !== 'err'
}

function cutSecrets(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null || 'toJSON' in value || levels === 0) return value
  if (Array.isArray(value)) return value.map((entry) => cutSecrets(entry, levels - 1))
  return mapValues(value, (key, inner) => (secretKeys.includes(key) ? CENSOR : cutSecrets(inner, levels - 1)))
}

function mapValues(fields: object, map: (key: string, value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, map(key, value)]))
}

/** Connection strings carry passwords; errors from drivers sometimes carry connection strings. */
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
