import type { Body } from '@callwright/contracts'
import { type Fetch, request, send } from '../api/http.ts'

export interface ErrorReporting {
  readonly production: boolean
  /** `VITE_ENABLE_ERROR_TRACKING`; off by default. */
  readonly trackingEnabled: boolean
  readonly fetch: Fetch
}

/** Words that make an error critical. Only critical errors are reported (SPEC section 8). */
const CRITICAL = /authentication|unauthorized|network|api|database|payment/i

type Report = Body<'gateway.reportError'>

export function isReported(message: string, { production, trackingEnabled }: ErrorReporting): boolean {
  return production && trackingEnabled && CRITICAL.test(message)
}

/** Reports a critical render error to the server; other errors stay in the browser console. */
export async function reportRenderError(
  error: unknown,
  componentStack: string | null,
  reporting: ErrorReporting,
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  if (!isReported(message, reporting)) return
  const body: Report = {
    message: message.slice(0, 2_000),
    ...(error instanceof Error && error.stack !== undefined && { stack: error.stack.slice(0, 8_000) }),
    ...(componentStack !== null && { componentStack: componentStack.slice(0, 8_000) }),
    timestamp: new Date().toISOString(),
    userAgent: navigator.userAgent.slice(0, 400),
    url: window.location.href.slice(0, 2_000),
    environment: 'production',
  }
  await send(reporting.fetch, request('gateway.reportError', { body }), {
    token: null,
    signal: new AbortController().signal,
  })
}
