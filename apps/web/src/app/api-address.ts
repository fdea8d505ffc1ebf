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
