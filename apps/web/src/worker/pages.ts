/** Whether the path is a page of the web app, rather than a file or a part of the API. */
export const isPage = (path: string): boolean => !path.startsWith('/api/') && !/\.\w{1,16}$/.test(path)

/** URL of the document for a page: the landing page is a document of its own. */
export const findDocument = (path: string): string => (path === '/' ? '/' : '/app.html')

interface Navigation {
  /** Loads the page from the server. */
  readonly load: () => Promise<Response>
  /** Finds the document that is kept on the device. */
  readonly findShell: () => Promise<Response | undefined>
  /** Resolves when the server has had long enough. */
  readonly wait: () => Promise<void>
}

/**
 * Returns the server's document, so that a new version, a redirect and changed security headers take effect at once.
 * If the server is down or slow, returns the document that is kept on the device.
 */
export async function answerNavigation({ load, findShell, wait }: Navigation): Promise<Response> {
  const loading = load().catch(() => null)
  const first = await Promise.race([loading, wait().then(() => null)])
  // A redirect is opaque here and has the status 0.
  if (first !== null && first.status < 500) return first
  return (await findShell()) ?? (await loading) ?? Response.error()
}
