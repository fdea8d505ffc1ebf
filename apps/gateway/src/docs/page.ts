import { buildPath } from '@callwright/contracts'
import {
  listOperations,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiReference,
} from '@callwright/contracts/openapi'
import { describeType, Html, html, nameOfReference, renderField, renderSchema, type Schema, writeCurl } from './html.ts'

interface Endpoint {
  readonly path: string
  readonly method: string
  readonly operation: OpenApiOperation
}

type Response = OpenApiDocument['components']['responses'][string]
type Content = NonNullable<Response['content']>

const slugOf = ({ operationId }: OpenApiOperation): string => operationId.replaceAll('.', '-')

const renderMethod = (method: string): Html => html`<span class="method ${method}">${method.toUpperCase()}</span>`

function renderEndpoint({ path, method, operation }: Endpoint, document: OpenApiDocument): Html {
  const { summary, description, security, requestBody } = operation
  const needsToken = security.length > 0
  const words = [operation.operationId, method, path, summary, operation.tags.join(' ')].join(' ').toLowerCase()
  return html`<details class="endpoint" id="${slugOf(operation)}" data-words="${words}">
<summary>${renderMethod(method)}<code class="path">${path}</code><span class="what">${summary}</span>${
    needsToken ? html`<span class="chip">signed in</span>` : html`<span class="chip open">public</span>`
  }</summary>
<div class="inside">
${description === undefined ? null : html`<p>${description}</p>`}
${renderParameters(operation)}
${requestBody === undefined ? null : html`<h3>Request body</h3>${renderContent(requestBody.content, document)}`}
${renderSuccess(operation, document)}
${renderFailures(operation, document)}
${renderCurl(writeCurl(method, path, operation))}
</div></details>`
}

const places = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const

function renderParameters({ parameters = [] }: OpenApiOperation): Html {
  return html`${places.map(([place, title]) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    if (here.length === 0) return null
    const rows = here.map(({ name, schema, required, description }) =>
      renderField(name, schema, { required, ...(description === undefined ? {} : { note: description }) }),
    )
    return html`<h3>${title}</h3><div class="scroll"><table class="fields"><tbody>${rows}</tbody></table></div>`
  })}`
}

/** Lists media types with the same body together. */
function renderContent(content: Content, document: OpenApiDocument): Html {
  const byShape = new Map<string, { types: string[]; body: Html }>()
  for (const [type, media] of Object.entries(content)) {
    const events = media['x-events']
    const body = events === undefined ? renderOpened(media.schema as Schema, document) : renderEvents(events)
    const known = byShape.get(body.text)
    if (known) known.types.push(type)
    else byShape.set(body.text, { types: [type], body })
  }
  return html`${[...byShape.values()].map(
    ({ types, body }) => html`<p class="media">${types.map((type) => html`<code>${type}</code> `)}</p>${body}`,
  )}`
}

/** Expands a named schema in place, one level deep. */
function renderOpened(schema: Schema, { components }: OpenApiDocument): Html {
  const named = schema.$ref === undefined ? undefined : components.schemas[nameOfReference(schema.$ref)]
  if (named === undefined) return renderSchema(schema)
  return html`<p class="type">${describeType(schema)}</p>${renderSchema(named as Schema)}`
}

function renderEvents(events: NonNullable<Content[string]['x-events']>): Html {
  const rows = Object.entries(events).map(([name, data]) => renderField(name, data as Schema, { required: true }))
  return html`<p>Events and their data:</p><div class="scroll"><table class="fields"><tbody>${rows}</tbody></table></div>`
}

function renderSuccess({ responses }: OpenApiOperation, document: OpenApiDocument): Html {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  if (status === undefined || response === undefined || '$ref' in response) return html``
  return html`<h3>Response <span class="status">${status}</span></h3>${
    response.content === undefined ? html`<p>${response.description}</p>` : renderContent(response.content, document)
  }`
}

function renderFailures({ responses }: OpenApiOperation, { components }: OpenApiDocument): Html {
  const rows = Object.entries(responses)
    .filter(([status]) => status >= '400' && status !== 'default')
    .flatMap(([status, given]) => {
      const response = '$ref' in given ? components.responses[nameOfReference(given.$ref)] : given
      return Object.values(response?.content?.['application/problem+json']?.examples ?? {}).map((example) =>
        renderProblem(status, example, components),
      )
    })
  return html`<h3>Errors</h3><div class="scroll"><table class="fields"><tbody>${rows}</tbody></table></div>`
}

function renderProblem(status: string, { $ref }: OpenApiReference, { examples }: OpenApiDocument['components']): Html {
  const { code, detail } = (examples[nameOfReference($ref)]?.value ?? {}) as { code?: string; detail?: string }
  return html`<tr><th scope="row"><span class="status">${status}</span></th><td><code>${code ?? null}</code></td><td>${detail ?? null}</td></tr>`
}

function renderCurl(command: string): Html {
  return html`<h3>Try it</h3><div class="command"><pre tabindex="0" data-command>${command}</pre><button type="button" data-copy hidden>Copy</button></div>`
}

/**
 * The API page. It works without its script, which adds search, copying and shortcuts. `style` is the stylesheet's
 * text.
 */
export function renderPage(document: OpenApiDocument, style: string): string {
  const { info, components } = document
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    id: `service-${name.toLowerCase().replaceAll(' ', '-')}`,
    endpoints: listOperations(document).filter(({ operation }) => operation.tags.includes(name)),
  }))
  const [lead, ...rules] = info.description.split('\n\n')
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${info.title} API</title>
<meta name="description" content="${info.summary}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/first-paint.js"></script>
<style>${new Html(style)}</style>
<script src="${buildPath('gateway.docsScript')}" defer></script>
</head>
<body>
<a class="skip" href="#endpoints">Skip to endpoints</a>
<header class="top">
<a class="brand" href="/"><svg viewBox="0 0 26 26" width="24" height="24" aria-hidden="true"><path class="rise" d="M3 20.5 12 7.5"/><path class="strike" d="M12 7.5H21.5"/><circle cx="12" cy="7.5" r="3.1"/></svg>${info.title}</a>
<div class="search" role="search" data-search hidden>
<input type="search" id="search" placeholder="Search endpoints" aria-label="Search endpoints" aria-describedby="found" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">/</kbd>
</div>
<a class="document" href="${buildPath('gateway.openapi')}">openapi.json</a>
</header>
<div class="frame">
<nav aria-label="Endpoints">${groups.map(renderGroupLinks)}
<h2><a href="#schemas">Schemas</a></h2></nav>
<main id="endpoints" tabindex="-1">
<h1>API <span class="version">${info.version}</span></h1>
<p class="lead">${lead ?? null}</p>
<ul class="rules">${rules.map((rule) => html`<li>${rule}</li>`)}</ul>
<div class="tools" data-tools hidden><button type="button" data-open-all>Expand all</button><button type="button" data-close-all>Collapse all</button><p id="found" role="status"></p></div>
${groups.map(
  ({ id, name, description, endpoints }) => html`<section class="group" aria-labelledby="${id}">
<h2 id="${id}">${name}</h2><p>${description}</p>
${endpoints.map((endpoint) => renderEndpoint(endpoint, document))}
</section>`,
)}
<section class="group" aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2><p>Schemas used by more than one endpoint.</p>
${Object.entries(components.schemas).map(
  ([name, schema]) =>
    html`<details class="endpoint schema" id="schema-${name}" data-words="${name.toLowerCase()}"><summary><code class="path">${name}</code></summary><div class="inside">${renderSchema(schema as Schema)}</div></details>`,
)}
</section>
</main>
</div>
</body>
</html>`
  return page.text
}

function renderGroupLinks({ id, name, endpoints }: { id: string; name: string; endpoints: readonly Endpoint[] }): Html {
  return html`<h2><a href="#${id}">${name}</a></h2><ul>${endpoints.map(
    ({ method, path, operation }) =>
      html`<li data-for="${slugOf(operation)}"><a href="#${slugOf(operation)}">${renderMethod(method)}<span>${breakable(path.replace('/api/', ''))}</span></a></li>`,
  )}</ul>`
}

/** Allows a line break after each slash of a path. */
const breakable = (path: string): Html =>
  html`${path.split('/').map((part, index) => (index === 0 ? html`${part}` : html`/<wbr>${part}`))}`
