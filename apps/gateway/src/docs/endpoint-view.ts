import type { OpenApiDocument, OpenApiOperation, OpenApiReference } from '@callwright/contracts/openapi'
import { writeCurl } from './curl.ts'
import { type Html, html } from './html.ts'
import { describeType, nameOfReference, renderField, renderSchema, type Schema } from './schema-view.ts'

export interface Endpoint {
  readonly path: string
  readonly method: string
  readonly operation: OpenApiOperation
}

type Response = OpenApiDocument['components']['responses'][string]
type Content = NonNullable<Response['content']>

export const slugOf = ({ operationId }: OpenApiOperation): string => operationId.replaceAll('.', '-')

export const renderMethod = (method: string): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`

export function renderEndpoint({ path, method, operation }: Endpoint, document: OpenApiDocument): Html {
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
