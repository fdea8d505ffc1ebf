import type { Plugin } from 'vite'

/**
 * Makes the dev server choose documents as the gateway does: the landing page at `/`, the app at every other page URL.
 */
export function serveDocuments(): Plugin {
  return {
    name: 'dev-documents',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        const isPage = request.headers.accept?.includes('text/html') === true && !pathname.includes('.')
        if (isPage && pathname !== '/' && !pathname.startsWith('/api/')) request.url = '/app.html'
        next()
      })
    },
  }
}
