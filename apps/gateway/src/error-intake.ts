import { type Body, endpointTable, getSchemas } from '@callwright/contracts'
import type { Limiter, Runtime } from '@callwright/service'
import type { FastifyInstance } from 'fastify'
import { tooManyReports, unreadableReport } from './errors.ts'

const REDACTED = '[redacted]'

/** Every pattern runs in linear time: each repetition is bounded or can start in only one place. */
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]+@/gi, `$1${REDACTED}@`],
  [/([?&#;][\w.%-]+=)[^&#;\s"'<>)]*/g, `$1${REDACTED}`],
  [/\b(bearer|basic)\s+\S+/gi, `$1 ${REDACTED}`],
  [
    /\b(pass(?:word|wd)?|secret|token|api[-_]?key|cookie|authorization)(["']?\s*[:=]\s*["']?)[^\s"',;&#]+/gi,
    `$1$2${REDACTED}`,
  ],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, REDACTED],
  [/[\w-]{32,}/g, REDACTED],
  [/[\w-]{8,31}\.[\w-]{8,31}\.[\w-]{0,31}/g, REDACTED],
]

/**
 * Makes untrusted text safe to log. Removes anything that looks like a credential, an email address or a query value,
 * and escapes control characters (line breaks, terminal codes, direction marks).
 */
export function redactText(text: string): string {
  const redacted = secretPatterns.reduce((current, [pattern, instead]) => current.replace(pattern, instead), text)
  return redacted.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

type Report = Body<'gateway.reportError'>

const MAX_REPORT_BYTES = 16 * 1_024
export const reportLimit = { name: 'client_errors', points: 10, durationSeconds: 60 } as const
/** Errors that the web app reports. A fixed list limits the values of the metric's label. */
const kinds = ['authentication', 'unauthorized', 'network', 'api', 'database', 'payment'] as const

/**
 * Accepts error reports from browsers. Reports are rate-limited, never echoed, and logged as one redacted line each
 * (D33).
 */
export function registerErrorIntake(app: FastifyInstance, runtime: Runtime, limiter: Limiter): void {
  const { method, path } = endpointTable['gateway.reportError']
  const counter = runtime.metrics.counter('client_errors_total', 'Errors reported by browsers', ['kind'], {
    known: { kind: [...kinds, 'other'] },
  })
  app.route({
    method,
    url: path,
    bodyLimit: MAX_REPORT_BYTES,
    attachValidation: true,
    schema: { body: getSchemas('gateway.reportError').body },
    onRequest: async (request) => {
      const decision = await limiter.consume(request.ip)
      if (!decision.allowed) throw tooManyReports(decision.retryAfterSeconds)
    },
    handler: async (request, reply) => {
      if (request.validationError) throw unreadableReport()
      const report = request.body as Report
      const kind = kindOf(report.message)
      counter.inc({ kind })
      runtime.log.warn({ request_id: request.id, kind, ...redactReport(report) }, 'client.error_reported')
      return reply.code(204).send()
    },
  })
}

function kindOf(message: string): string {
  const text = message.toLowerCase()
  return kinds.find((kind) => text.includes(kind)) ?? 'other'
}

function redactReport(report: Report): Record<string, string> {
  const fields = {
    message: report.message,
    stack: report.stack,
    component_stack: report.componentStack,
    reported_at: report.timestamp,
    user_agent: report.userAgent,
    url: report.url,
    environment: report.environment,
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, redactText(value)]])),
  )
}
