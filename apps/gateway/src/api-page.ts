import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { buildPath, type EndpointId, endpointTable } from '@callwright/contracts'
import { buildOpenApi } from '@callwright/contracts/openapi'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptsGzip } from './compress-response.ts'

interface StaticResponse {
  readonly type: string
  readonly body: Buffer
  readonly compressed: Buffer
  readonly etag: string
}

/** Serves the API as an OpenAPI document and as a Swagger UI page. Each response is built on the first request for it. */
export function registerApiPage(app: FastifyInstance): void {
  const document = once('application/json', () => JSON.stringify(buildOpenApi()))
  const page = once('text/html', renderPage)
  serve(app, 'gateway.docs', (request) => (wantsDocument(request) ? document() : page()))
  serve(app, 'gateway.openapi', document)
  serve(app, 'gateway.docsScript', once('text/javascript', renderScript))
  serve(
    app,
    'gateway.docsLibrary',
    once('text/javascript', () => readLibrary('swagger-ui-bundle.js')),
  )
  serve(
    app,
    'gateway.docsStyle',
    once('text/css', () => readLibrary('swagger-ui.css') + OWN_STYLES),
  )
}

function renderPage(): string {
  const { info } = buildOpenApi()
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="description" content="${info.summary}">
<title>${info.title} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${buildPath('gateway.docsStyle')}">
<script src="${buildPath('gateway.docsLibrary')}" defer></script>
<script src="${buildPath('gateway.docsScript')}" defer></script>
</head>
<body>
<main id="api"></main>
<noscript>This page needs JavaScript. The same information is in <a href="${buildPath('gateway.openapi')}">openapi.json</a>.</noscript>
</body>
</html>`
}

/** A table of responses is wider than a phone. */
const OWN_STYLES = 'body { margin: 0 } .swagger-ui .opblock-body { overflow-x: auto }'

/** Without submit methods and authorization buttons, the page sends no requests and never asks for a token. */
const renderScript = (): string => `const dark = window.matchMedia('(prefers-color-scheme: dark)')
const applyScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', applyScheme)
applyScheme()
const hide = () => () => null
SwaggerUIBundle({
  url: '${buildPath('gateway.openapi')}',
  domNode: document.getElementById('api'),
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
  plugins: [() => ({ wrapComponents: { authorizeBtn: hide, authorizeOperationBtn: hide, ServersContainer: hide } })],
  validatorUrl: null,
})
`

const requireHere = createRequire(import.meta.url)
const readLibrary = (name: string): string => readFileSync(requireHere.resolve(`swagger-ui-dist/${name}`), 'utf8')

function serve(app: FastifyInstance, id: EndpointId, choose: (request: FastifyRequest) => StaticResponse): void {
  const { method, path: url } = endpointTable[id]
  app.route({
    method,
    url,
    handler: (request, reply) => {
      const { type, body, compressed, etag } = choose(request)
      reply.headers({ etag, vary: 'accept, accept-encoding', 'cache-control': 'no-cache' })
      if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send()
      reply.type(`${type}; charset=utf-8`)
      if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(body)
      return reply.header('content-encoding', 'gzip').send(compressed)
    },
  })
}

/** A client that accepts JSON but not HTML is a program. */
function wantsDocument({ headers: { accept = '' } }: FastifyRequest): boolean {
  return !accept.includes('text/html') && /\bapplication\/(?:[\w.]+\+)?json\b/.test(accept)
}

function once(type: string, make: () => string): () => StaticResponse {
  let built: StaticResponse | null = null
  return () => {
    built ??= prepare(type, make())
    return built
  }
}

function prepare(type: string, text: string): StaticResponse {
  const body = Buffer.from(text)
  // The ETag is weak because the plain and the compressed body share it.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { type, body, compressed: gzipSync(body), etag }
}
