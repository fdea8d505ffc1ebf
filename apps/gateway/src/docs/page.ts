import { buildPath } from '@callwright/contracts'
import { listOperations, type OpenApiDocument } from '@callwright/contracts/openapi'
import { type Endpoint, renderEndpoint, renderMethod, slugOf } from './endpoint-view.ts'
import { Html, html } from './html.ts'
import { renderSchema, type Schema } from './schema-view.ts'

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
