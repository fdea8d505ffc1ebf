import type { Body } from '@callwright/contracts'
import { createContext } from 'react'
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

/** Settings for reports about render errors; null turns reports off. */
export const ErrorReportingContext = createContext<ErrorReporting | null>(null)

interface ApiAddress {
  readonly production: boolean
  /** `VITE_API_URL`, if set at build time. */
  readonly configured: string | undefined
  readonly pageOrigin: string
}

/**
 * The app sends every request to the page's own origin, where the gateway serves both the page and the API. Returns
 * false if a production build sets a different origin, or if the page has no origin (D47: the page's own origin counts
 * as configured).
 */
export function isApiAddressValid({ production, configured, pageOrigin }: ApiAddress): boolean {
  if (!production) return true
  const address = configured || pageOrigin
  return URL.canParse(address) && new URL(address).origin === pageOrigin
}

/** Logs a configuration error to the browser console. */
export function reportApiAddress(address: ApiAddress): void {
  // biome-ignore lint/suspicious/noConsole: a message for the developer who configured the build
  if (!isApiAddressValid(address)) console.error('Production API URL not configured properly')
}
