import type { Plugin } from 'vite'

/** Dev server routing like the gateway's: the landing page at `/`, the application at every other page path. */
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
