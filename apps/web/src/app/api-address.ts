interface ApiAddress {
  readonly production: boolean
  /** `VITE_API_URL`, where a build names one. */
  readonly configured: string | undefined
  readonly pageOrigin: string
}

/**
 * Every call goes to the origin of the page, behind which the gateway serves both. A build that names another address, or
 * a page without an origin, will not find its API (D47: the same origin counts as configured, wherever it is).
 */
export function isApiAddressSound({ production, configured, pageOrigin }: ApiAddress): boolean {
  if (!production) return true
  const address = configured || pageOrigin
  return URL.canParse(address) && new URL(address).origin === pageOrigin
}

/** Tells whoever set it up wrongly, in the place where they look. */
export function reportApiAddress(address: ApiAddress): void {
  // biome-ignore lint/suspicious/noConsole: it is meant for whoever has the console open
  if (!isApiAddressSound(address)) console.error('Production API URL not configured properly')
}
